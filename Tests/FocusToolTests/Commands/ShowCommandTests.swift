import TestEvents
import Foundation
import Testing
import focus

/// The output and the exit codes of `focus show`, for cases that need no build.
struct ShowCommandTests {
  @Test func `a place that cannot be written to is said before the work`() throws {
    let directory = try TemporaryDirectory()
    let run = ToolRun("show", "--test", "A.B/c", "--html", directory("none/page.html"))
    claimEqual(run.code, .wrongUsage)
    #expect(
      run.notes
        == "focus: The page cannot be written to \(directory("none/page.html")): "
        + "there is no directory \(directory("none")). Expected one that exists.\n")
  }
}

/// Showing the events that a test attached under `FOCUSED_SHOW`.
struct ShownFileTests {
  private let directory: TemporaryDirectory
  private let file: String

  init() throws {
    directory = try TemporaryDirectory()
    file = directory("test.jsonl")
  }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
  }

  @Test func `the events of a file are shown`() throws {
    let store = TracedStore(
      store: 1, file: "App/A.swift", line: 3, stateType: "Counter.State",
      actionType: "Counter.Action")
    let issue = TracedIssue(kind: .failure, message: "No", file: "App/A.swift", line: 5)
    try write(
      Trace([
        .result(TracedResult(test: "App.A/f()", hasPassed: false)), .store(store), .issue(issue),
      ])
      .text)
    let run = ToolRun("show", file)
    claimEqual(run.code, .asRequested)
    #expect(
      run.output == """
        App.A/f() failed

            3  store of Counter
        ✗   5  No

        """)
  }

  @Test func `a file as a page says whether the test passed`() throws {
    try write(Trace([.result(TracedResult(test: "App.A/f()", hasPassed: true))]).text)
    let run = ToolRun("show", file, "--html", directory("page.html"))
    claimEqual(run.code, .asRequested)
    #expect(run.notes == "App.A/f() passes. The picture is in \(directory("page.html")).\n")
    #expect(FileManager.default.fileExists(atPath: directory("page.html")))
  }

  @Test func `a file without events of a test is no input`() throws {
    try write(Trace.header)
    let run = ToolRun("show", file)
    claimEqual(run.code, .wrongUsage)
    #expect(
      run.notes == "focus: \(file) has no events of a test. Expected a file that a test attached "
        + "under FOCUSED_SHOW.\n")
  }

  @Test func `a file that is missing is no input`() {
    let run = ToolRun("show", directory("none.jsonl"))
    claimEqual(run.code, .wrongUsage)
    #expect(
      run.notes == "focus: \(directory("none.jsonl")) cannot be read. Expected the events that a "
        + "test attached under FOCUSED_SHOW.\n")
  }

  @Test func `a file of another version is no input`() throws {
    try write("{\"trace\":99}\n{\"run\":{\"role\":\"usual\"}}\n")
    let run = ToolRun("show", file)
    claimEqual(run.code, .wrongUsage)
    #expect(
      run.notes == "focus: \(file) has version 99 of the format, and this focus reads version 1.\n")
  }

  @Test func `a file has one order`() throws {
    let run = ToolRun("show", file, "--schedule", "1-a")
    claimEqual(run.code, .wrongUsage)
    #expect(
      run.notes.contains("Expected one FILE without --schedule and without further arguments."))
  }
}

/// The output for a test whose process ends during the test.
struct FatalErrorTests {
  @Test func `of what a process printed its trap is told`() {
    let output = """
      ◇ Test traps() started.
      App/Tests.swift:7: Fatal error: Unexpectedly found nil
      Current stack trace:
      error: Process exited with unexpected signal code 4
      """
    claimEqual(output.fatalError, "App/Tests.swift:7: Fatal error: Unexpectedly found nil")
    #expect("error: Process exited with unexpected signal code 4".fatalError == nil)
  }
}

/// Issues from Swift Testing's event stream, merged into a trace.
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
      Trace.header + call.line(at: 1) + own.line(at: 1.5) + call.line(at: 2)
    let trace = Trace(contents: Data(text.utf8))
    let log = RunLog(
      stream: Data(
        [event(3, at: 9), event(2, at: 1.5, isKnown: true)].joined(separator: "\n").utf8))
    func issue(_ kind: TracedIssue.Kind, _ line: Int) -> TraceEvent {
      .issue(TracedIssue(kind: kind, message: "No", file: "A/b.swift", line: line))
    }
    #expect(
      trace.events(with: log.issues) == [call, issue(.known, 2), call, issue(.failure, 3)])
    // Without an event stream, as under XCTest, the trace keeps the issues that it recorded.
    claimEqual(trace.events(with: []), [call, own, call])
  }
}
