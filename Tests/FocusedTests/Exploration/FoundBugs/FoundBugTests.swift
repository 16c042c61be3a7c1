import FocusedTestStore
import Testing

struct FoundBugTests {
  /// A change of the search may find a bug later, by at most a tenth.
  @Test(arguments: PlantedBug.all)
  func `Each bug is found by the run that it states`(_ bug: PlantedBug) async {
    let report = await ExplorationReport.of(1_000, bug.test)
    let message = report.issues.last?.message ?? ""
    let match = message.firstMatch(of: /Found with (?:schedule|action sequence) ([0-9]+)/)
    let run = match.flatMap { Int($0.output.1) }
    #expect(run.map { $0 <= bug.run + bug.run / 10 } == true, "found by run \(run ?? 0)")
  }
}
