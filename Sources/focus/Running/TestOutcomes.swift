/// Which tests of a run passed, read from what `swift test` printed.
package struct TestOutcomes: Hashable, Sendable {
  /// The names of functions, without parentheses and backticks.
  package private(set) var passed: Set<String> = []
  package private(set) var failed: Set<String> = []
  /// The test that was running when the process ended early.
  package private(set) var unfinished: Set<String> = []

  /// The outcomes of a run. Swift Testing tells its own in a stream; those of XCTest are printed.
  package init(_ result: TestRunner.Result) {
    self.init(result.output)
    for (name, outcome) in result.events.outcomes {
      guard let function = TestName(name)?.function else { continue }
      switch outcome {
      case .passed: passed.insert(function)
      case .failed: failed.insert(function)
      case .unfinished: unfinished.insert(function)
      case .skipped: break
      }
    }
    passed.subtract(failed)
  }

  /// The outcomes that a run has printed.
  package init(_ output: String) {
    var started: Set<String> = []
    for line in output.split(separator: "\n") {
      guard let (name, verdict) = Self.read(line) else { continue }
      switch verdict {
      case "started": started.insert(name)
      case "passed": passed.insert(name)
      default: failed.insert(name)
      }
    }
    passed.subtract(failed)
    unfinished = started.subtracting(passed).subtracting(failed)
  }

  private static func read(_ line: Substring) -> (String, Substring)? {
    // A regular expression takes longer than all else here.
    guard line.contains("Test ") else { return nil }
    // XCTest: `Test Case 'ProfileTests.testName' passed (0.1 seconds)`, or `'-[App.ProfileTests testName]'`.
    if let match = line.firstMatch(
      of: /Test Case '[^']*?([^\s.'\]]+)\]?' (started|passed|failed|skipped)/)
    {
      return (String(match.1), match.2)
    }
    // Swift Testing: `Test name() passed after …`, `Test "a raw name" passed after …`,
    // `Test name(of:) with 3 test cases passed after …`.
    if let match = line.firstMatch(
      of:
        /Test (?:"([^"]+)"|([^\s"]+?)\([^)]*\)) (?:with [0-9]+ test cases? )?(started|passed|failed|skipped)/
    ) {
      return (String(match.1 ?? match.2 ?? ""), match.3)
    }
    return nil
  }
}
