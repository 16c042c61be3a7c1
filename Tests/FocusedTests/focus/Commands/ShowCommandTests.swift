import BehaviorLedger
import Foundation
import Testing
import focus

/// What `focus show` says, and its exit codes, as far as nothing has to be built.
struct ShowCommandTests {
  @Test(arguments: [
    ([], "Expected --test NAME, as in --test AppTests.ProfileTests/testSaving."),
    (
      ["--test", "testSaving"],
      "--test expects a name such as AppTests.ProfileTests/testSaving, and got testSaving."
    ),
    (["--test", "A.B/c", "d"], "Expected options only, and got d."),
    (["--tset", "A.B/c"], "There is no option --tset. Did you mean --test?"),
  ])
  func `a wrong argument says what was expected`(arguments: [String], message: String) {
    let run = ToolRun(["show"] + arguments)
    #expect(run.code == .wrongUsage)
    #expect(run.output == "")
    #expect(run.notes == "focus show: \(message)\nSee `focus help show`.\n")
  }

  @Test func `a place that cannot be written to is said before the work`() throws {
    let directory = try TemporaryDirectory()
    let run = ToolRun("show", "--test", "A.B/c", "--html", directory("none/page.html"))
    #expect(run.code == .wrongUsage)
    #expect(
      run.notes
        == "focus: The page cannot be written to \(directory("none/page.html")): "
        + "there is no directory \(directory("none")). Expected one that exists.\n")
  }

  @Test func `a directory without a package is wrong`() throws {
    let directory = try TemporaryDirectory()
    let run = ToolRun("show", "--test", "A.B/c", "--package", directory.path)
    #expect(run.code == .wrongUsage)
    #expect(
      run.notes
        == "focus: There is no Package.swift in \(directory.path), nor in a directory around it.\n")
  }

  @Test func `the help fits a terminal`() {
    let run = ToolRun("help", "show")
    #expect(run.code == .asRequested)
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}

/// What is told of a test whose process ends in it.
struct FatalErrorTests {
  @Test func `of what a process printed its trap is told`() {
    let output = """
      ◇ Test traps() started.
      App/Tests.swift:7: Fatal error: Unexpectedly found nil
      Current stack trace:
      error: Process exited with unexpected signal code 4
      """
    #expect(output.fatalError == "App/Tests.swift:7: Fatal error: Unexpectedly found nil")
    #expect("error: Process exited with unexpected signal code 4".fatalError == nil)
  }
}

/// What Swift Testing says of issues, beside a trace.
struct TracedIssueTests {
  private func event(_ line: Int, at time: Double, isKnown: Bool = false) -> String {
    """
    {"kind":"event","payload":{"instant":{"since1970":\(time)},"issue":{"isKnown":\(isKnown),\
    "sourceLocation":{"fileID":"A/b.swift","line":\(line)}},"kind":"issueRecorded","messages":\
    [{"text":"Issue recorded"},{"text":"No"}]},"version":0}
    """
  }

  @Test func `issues stand between the events at their time`() {
    let call = TraceEvent.call(TracedCall(kind: .send, file: "a", line: 1))
    let own = TraceEvent.issue(TracedIssue(kind: .failure, message: "x", file: nil, line: nil))
    let text =
      TraceFormat.header + call.line(at: 1) + own.line(at: 1.5) + call.line(at: 2)
    let trace = Trace(contents: Data(text.utf8))
    let events = TestEvents(
      Data([event(3, at: 9), event(2, at: 1.5, isKnown: true)].joined(separator: "\n").utf8))
    func issue(_ kind: TracedIssue.Kind, _ line: Int) -> TraceEvent {
      .issue(TracedIssue(kind: kind, message: "No", file: "A/b.swift", line: line))
    }
    #expect(
      trace.events(with: events.issues) == [call, issue(.known, 2), call, issue(.failure, 3)])
    // Without them the trace has its own, as under XCTest.
    #expect(trace.events(with: []) == [call, own, call])
  }
}
