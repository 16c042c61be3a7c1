import TestStories

extension Command {
  /// `focus show`.
  package static let show = Command(
    name: "show",
    summary: "Shows what a test did: calls, actions, effects, clocks, failures.",
    operands: TestArguments.operands,
    options: [
      TestArguments.test,
      Option(
        "--schedule", value: "STRING",
        help: "Runs it in this order of effects, too: what a failing schedule printed."),
      Option(
        "--html", value: "FILE", help: "Writes a picture, as a page, in place of the text."),
      TestArguments.package,
    ],
    discussion: """
      Builds the tests, runs the one with a trace, and prints what happened, in order:
      each call of the test at its line, each action with the fields that it
      changed, each effect from its start to its end and what it waited for, clocks
      and stubs, and what failed. What repeats is told once.

      A test that fails under `.schedules`, or under the schedule that is given, is
      shown in two orders side by side, with the first difference marked. Of an
      exploration it is the shortest script that fails.

      What an effect waits for outside of its store is not known, and not shown.
      Under `FOCUSED_SHOW=failures swift test` failing tests make such pages by
      themselves.

      Exit codes: 0 if the test was shown, whether it passed or failed, 2 wrong usage
      or input, such as a test that does not exist or does not build.
      """,
    run: { arguments, console throws(ToolError) in
      try ShowCommand(arguments).run(console)
    })
}

/// What `focus show` was asked for.
private struct ShowCommand {
  let test: TestArguments
  let schedule: String?
  let html: String?

  init(_ arguments: ParsedArguments) throws(ToolError) {
    test = try TestArguments(arguments)
    schedule = arguments.value(of: "--schedule")
    html = arguments.value(of: "--html")
  }

  func run(_ console: Console) throws(ToolError) -> ExitCode {
    if let html { try OutputFile(html).check(what: "The page") }
    let shown = try RunDirectory.whileUsed { directory throws(ToolError) in
      let (package, found) = try test.found(directory)
      return try TestTracing(package, found, console).shown(schedule: schedule)
    }
    if let html {
      try OutputFile(html).write(StoryPage(shown).text, what: "The page")
      let failure = shown.story.firstFailure.map { shown.story.rows[$0] }
      let place = failure?.place.map { " at \($0)" } ?? ""
      console.note(
        "\(test.name) \(shown.outcome)\(failure == nil ? "" : place). What it did is in \(html).")
    } else {
      console.print(
        StoryText(
          shown, width: console.width, style: TextStyle(isOn: console.takesColor)
        ).text)
    }
    return .asRequested
  }
}

extension ShownTest {
  fileprivate var outcome: String { hasPassed == true ? "passes" : "fails" }
}
