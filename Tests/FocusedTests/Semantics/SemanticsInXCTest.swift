import Core
import FocusedTestStore
import XCTest

/// The scenarios of the semantics rules, from XCTest on no actor.
final class SemanticsOnNoActorTests: XCTestCase {
  func testEveryScenario() async { await runEveryScenario() }
}

/// The scenarios of the semantics rules, from XCTest on the main actor.
@MainActor
final class SemanticsOnTheMainActorTests: XCTestCase {
  func testEveryScenario() async { await runEveryScenario() }
}

/// Runs the roster on the caller's actor. A failure stands at its own line and names its scenario.
private nonisolated(nonsending) func runEveryScenario() async {
  for scenario in SemanticsRoster.suites.flatMap(\.scenarios) {
    // Some are about an order, so none is shuffled.
    for issue in await withCapturedIssues({ await withSchedules(1) { await scenario() } }) {
      let name = try? SemanticsSource.all().lazy.compactMap { $0.scenario(of: issue) }.first
      Issues.report(
        "In \(name ?? "a scenario"): \(issue.message)", severity: issue.severity,
        at: issue.callSite)
    }
  }
}
