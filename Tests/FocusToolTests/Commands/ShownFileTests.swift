import Foundation
import TestEvents
import Testing
import focus

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
    #expect(run.notes == "App.A/f() passes. The page is in \(directory("page.html")).\n")
    #expect(FileManager.default.fileExists(atPath: directory("page.html")))
  }

  @Test func `a file without events of a test is no input`() throws {
    try write(Trace.header)
    let run = ToolRun("show", file)
    claimEqual(run.code, .wrongUsage)
    #expect(
      run.notes == "focus: \(file) contains no events of a test. Expected a file that a test wrote "
        + "with FOCUSED_SHOW.\n")
  }

  @Test func `a file that is missing is no input`() {
    let run = ToolRun("show", directory("none.jsonl"))
    claimEqual(run.code, .wrongUsage)
    #expect(
      run.notes == "focus: \(directory("none.jsonl")) cannot be read. Expected a file that a test "
        + "wrote with FOCUSED_SHOW.\n")
  }

  @Test func `a file of another version is no input`() throws {
    try write("{\"trace\":99}\n{\"run\":{\"role\":\"usual\"}}\n")
    let run = ToolRun("show", file)
    claimEqual(run.code, .wrongUsage)
    #expect(
      run.notes == "focus: \(file) has format version 99, but this tool reads version 1.\n")
  }

  @Test func `a file has one order`() throws {
    let run = ToolRun("show", file, "--schedule", "1-a")
    claimEqual(run.code, .wrongUsage)
    #expect(
      run.notes.contains("Expected one FILE, without --schedule or other arguments."))
  }
}
