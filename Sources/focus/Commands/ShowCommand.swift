import TestEvents
import Foundation

extension Command {
  /// `focus show`.
  package static let show = Command(
    name: "show",
    summary: "Shows the steps of a test: calls, actions, effects, and failures.",
    operands: "[FILE] \(XcodeScheme.operands)",
    options: [
      TestsToRun.testOption,
      Option(
        "--schedule", value: "STRING",
        help: "Also shows the order of effects in the replay string of a failing schedule."),
      Option(
        "--html", value: "FILE",
        help: "Draws the steps on an HTML page instead of printing them."),
      TestsToRun.packageOption,
    ] + XcodeScheme.options,
    examples: [
      "show --test AppTests.ProfileTests/testSaving --html saving.html",
      "show attachment.jsonl",
    ],
    exitCodes: "0 if the test was shown, whether it passed or failed, 2 wrong usage or input",
    run: { arguments, console throws(ToolError) in
      try ShowCommand(arguments).run(console)
    })
}

/// The arguments of `focus show`.
private struct ShowCommand {
  /// The test to run and show, or the file with a test's events.
  private enum Subject {
    case test(String, TestsToRun)
    case file(String)
  }

  private let subject: Subject
  let schedule: String?
  let html: String?

  init(_ arguments: ParsedArguments) throws(ToolError) {
    schedule = arguments.value(of: "--schedule")
    if arguments.value(of: "--test") == nil, try XcodeScheme(arguments) == nil,
      let file = arguments.operands.first
    {
      if arguments.operands.count > 1 || schedule != nil || !arguments.rest.isEmpty {
        throw arguments.error("Expected one FILE, without --schedule or other arguments.")
      }
      subject = .file(file)
    } else {
      let (test, tests) = try TestsToRun.ofTest(arguments)
      subject = .test(test, tests)
    }
    html = arguments.value(of: "--html")
  }

  func run(_ console: Console) throws(ToolError) -> ExitCode {
    if let html { try OutputFile(html).check(what: "The page") }
    let shown = try shown(console)
    if let html {
      try OutputFile(html).write(StoryPage(shown).text, what: "The page")
      let failure = shown.story.firstFailure.map { shown.story.rows[$0] }
      let place = failure?.place.map { " at \($0)" } ?? ""
      console.note(
        "\(shown.name) \(shown.verb)\(failure == nil ? "" : place). The page is in \(html).")
    } else {
      console.print(
        StoryText(
          shown, width: console.width, style: TextStyle(isOn: console.takesColor)
        ).text)
    }
    return .asRequested
  }

  private func shown(_ console: Console) throws(ToolError) -> ShownTest {
    switch subject {
    case .file(let path): return try ShownTest(fileAt: path)
    case .test(let text, let tests):
      return try RunDirectory.whileUsed { runs throws(ToolError) in
        let (host, name) = try tests.find(text, runs, console)
        return try host.shown(name, schedule: schedule, console)
      }
    }
  }
}

extension ShownTest {
  /// Reads the events that a test attached under `FOCUSED_SHOW`.
  fileprivate init(fileAt path: String) throws(ToolError) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .input(
        "\(path) cannot be read. Expected a file that a test wrote with FOCUSED_SHOW.")
    }
    let trace = Trace(contents: data)
    if let version = trace.otherVersions.min() {
      throw .input(
        "\(path) has format version \(version), but this tool reads version \(Trace.version)."
      )
    }
    for case .result(let result) in trace.events {
      self.init(name: result.test, hasPassed: result.hasPassed, trace.events)
      return
    }
    throw .input(
      "\(path) contains no events of a test. Expected a file that a test wrote with FOCUSED_SHOW.")
  }

  fileprivate var verb: String { hasPassed == true ? "passes" : "fails" }
}
