import FocusedTestStore
import Testing
@testable import focus

/// The reasons why trials fail.
@Suite(.schedules(1)) struct TrialFailureTests {
  @Test func `a failure is named in the words of the test, and a crash with its line`() throws {
    let name = TestName(module: "FocusToolTests", types: ["SplitFixtures"], function: "testCheck")
    let function = try #require(try TestFunction(name, in: SplitFixtures.source()))
    let line = function.lines.lowerBound + 2
    func reason(_ output: String, _ ending: ChildProcess.Ending = .exited(133)) -> String {
      TestRun(ending: ending, output: "◇ Test a() started.\n\(output)\nerror: signal code 5\n")
        .failure(of: function, inFile: "SplitFixtures.swift")
    }
    claimEqual(
      reason("FocusToolTests/SplitFixtures.swift:\(line): Fatal error: Index out of range"),
      "at line \(line), Fatal error: Index out of range")
    claimEqual(
      reason("App/Memo.swift:30: Fatal error: Index out of range"),
      "the process ends: App/Memo.swift:30: Fatal error: Index out of range")
    claimEqual(reason(""), "the process ends with code 133")
    claimEqual(reason("", .overtime), "it takes too long")
    claimEqual(reason("", .exited(0)), "its assertion is not reached")
    claimEqual(reason("", .exited(1)), "it fails outside the test's file")
    claimEqual(
      reason("✘ Test a() recorded an issue at SplitFixtures.swift:\(line):3: No", .exited(1)),
      "at line \(line), No")
    let issue = "✘ Test a() recorded an issue at SplitFixtures.swift:\(line):3: Issue recorded"
    claimEqual(
      reason(issue + "\n↳ Expected .saved.", .exited(1)), "at line \(line), Expected .saved.")
    claimEqual(reason(issue, .exited(1)), "at line \(line), Issue recorded")
  }
}
