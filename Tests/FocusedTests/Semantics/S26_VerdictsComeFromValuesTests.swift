import FocusedTestStore
import Testing

/// Whether an assertion passes depends on values, not on source text. `.ci/without-sources` runs the suites about assertions
/// without their source files.
struct S26_VerdictsComeFromValuesTests {
  @Test(arguments: [Exhaustivity.on, .off])
  func `A closure holds or fails alike without its source`(exhaustivity: Exhaustivity) async {
    let closures: [(update: (inout Probe.State) -> Void, holds: Bool)] = [
      ({ $0.taps = 1 }, true), ({ $0.taps += 1 }, true),
      ({ $0.taps = 7 }, false), ({ $0.taps += 2 }, false),
    ]
    for (update, holds) in closures {
      for path: StaticString in [#filePath, "/missing/Source.swift"] {
        let issues = await withCapturedIssues {
          await Probe.store(exhaustivity).send(.tap, assert: update, filePath: path)
        }
        claimEqual(issues.isEmpty, holds)
      }
    }
  }
}
