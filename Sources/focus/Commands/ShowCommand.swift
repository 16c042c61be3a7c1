import TestEvents

extension Command {
  /// `focus show`.
  package static let show = Command(
    name: "show",
    summary: "Shows the steps of a test: calls, actions, effects, and failures.",
    operands: XcodeScheme.operands,
    options: [
      TestsToRun.testOption,
      Option(
        "--schedule", value: "STRING",
        help: "Also shows the order of effects in the replay string of a failing schedule."),
      Option(
        "--html", value: "FILE",
        help: "Writes the steps to an HTML page instead of printing them."),
    ] + XcodeScheme.options,
    examples: ["show --test AppTests.ProfileTests/testSaving --html saving.html"],
    exitCodes:
      "0 if the test was shown, whether it passed or failed, 2 wrong usage or input, 4 no result, "
      + "130 interrupted",
    run: { arguments, console throws(ToolError) in
      try ShowCommand(arguments).run(console)
    })
}

/// The arguments of `focus show`.
private struct ShowCommand {
  private let test: String
  private let tests: TestsToRun
  let schedule: String?
  let html: String?

  init(_ arguments: ParsedArguments) throws(ToolError) {
    (test, tests) = try TestsToRun.ofTest(arguments)
    schedule = arguments.value(of: "--schedule")
    html = arguments.value(of: "--html")
  }

  func run(_ console: Console) throws(ToolError) -> ExitCode {
    if let html { try OutputFile(html).check(what: "The page") }
    let shown = try shown(console)
    if let html {
      try OutputFile(html).write(TimelinePage(shown).text, what: "The page")
      let failure = shown.timeline.firstFailure.map { shown.timeline.lines[$0].row }
      let location = failure?.location.map { " at \($0)" } ?? ""
      let verb = shown.hasPassed ? "passes" : "fails"
      console.note("\(shown.name) \(verb)\(location). The page is in \(html).")
    } else {
      console.print(
        TimelineText(
          shown, width: console.width, style: TextStyle(isOn: console.takesColor)
        ).text)
    }
    return .asRequested
  }

  private func shown(_ console: Console) throws(ToolError) -> ShownTest {
    try RunDirectory.whileUsed { runs throws(ToolError) in
      let (host, name) = try tests.find(test, runs, console)
      return try host.shown(name, schedule: schedule, console)
    }
  }
}
