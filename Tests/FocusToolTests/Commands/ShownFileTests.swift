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

  @Test func `the events of a file are shown`() throws {
    let store = TracedStore(
      store: 1, file: "App/A.swift", line: 3, stateType: "Counter.State",
      actionType: "Counter.Action")
    let issue = TracedIssue(kind: .failure, message: "No", file: "App/A.swift", line: 5)
    let trace = Trace([
      .result(TracedResult(test: "App.A/f()", hasPassed: false)), .store(store), .issue(issue),
    ])
    try directory.write(trace.text, to: "test.jsonl")
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
    let trace = Trace([.result(TracedResult(test: "App.A/f()", hasPassed: true))])
    try directory.write(trace.text, to: "test.jsonl")
    let run = ToolRun("show", file, "--html", directory("page.html"))
    claimEqual(run.code, .asRequested)
    #expect(run.notes == "App.A/f() passes. The page is in \(directory("page.html")).\n")
    #expect(FileManager.default.fileExists(atPath: directory("page.html")))
  }

  @Test(arguments: [
    (
      Trace.header,
      "contains no events of a test. Expected a file that a test wrote with FOCUSED_SHOW."
    ),
    (nil, "cannot be read. Expected a file that a test wrote with FOCUSED_SHOW."),
    (
      "{\"trace\":99}\n{\"run\":{\"role\":\"usual\"}}\n",
      "has format version 99, but this tool reads version 1."
    ),
  ])
  func `a file that does not have the events of a test is no input`(
    contents: String?, reason: String
  ) throws {
    if let contents { try directory.write(contents, to: "test.jsonl") }
    claimEqual(ToolRun("show", file), .error("\(file) \(reason)"))
  }

  @Test func `a file has one order`() throws {
    let run = ToolRun("show", file, "--schedule", "1-a")
    claimEqual(run.code, .wrongUsage)
    #expect(
      run.notes.contains("Expected one FILE, without --schedule or other arguments."))
  }
}
