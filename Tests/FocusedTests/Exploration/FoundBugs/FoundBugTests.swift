import FocusedTestStore
import Testing

/// The number of runs in which the search finds each bug. A change of the search must not increase any of these numbers
/// by more than a tenth, or their sum.
struct FoundBugTests {
  @Test(arguments: PlantedBug.all)
  func `Each bug is found by the run that it states`(_ bug: PlantedBug) async {
    let report = await ExplorationReport.of(
      1_000, overlappingSends: bug.overlappingSends, bug.test)
    claimEqual(number(in: report), bug.run)
  }

  /// The runs in which `.all` finds a bug: if no run covers other orders, and if runs do. All other bugs are found
  /// before the search determines the coverage.
  @Test(arguments: [
    ("one of seven comes last", 4_321, 83),
    ("three that send twice take turns backwards", 206, 96),
  ])
  func `If orders stand for others, no bug is found later`(
    _ description: String, _ before: Int, _ now: Int
  ) async throws {
    let bug = try #require(PlantedBug.all.first { $0.description == description })
    claimEqual(number(in: await ExplorationReport.of(.all, bug.test)), now)
    #expect(now <= before)
  }

  /// The number of the run that finds a bug; 0 if no run finds it.
  private func number(in report: ExplorationReport) -> Int {
    let message = report.issues.last?.message ?? ""
    let match = message.firstMatch(of: /Found with (?:schedule|action sequence) ([0-9]+)/)
    return match.flatMap { Int($0.output.1) } ?? 0
  }
}
