import BehaviorLedger
import Foundation
import TestStories

extension Command {
  /// `focus show`.
  package static let show = Command(
    name: "show",
    summary: "Shows what a test did: calls, actions, effects, clocks, failures.",
    operands: "[-- swift test's arguments]",
    options: [
      Option(
        "--test", value: "NAME",
        help: "The test, as swift test --filter names it: AppTests.ProfileTests/testSaving."),
      Option(
        "--schedule", value: "STRING",
        help: "Runs it in this order of effects, too: what a failing schedule printed."),
      Option(
        "--html", value: "FILE", help: "Writes a picture, as a page, in place of the text."),
      Option(
        "--package", value: "DIR", help: "The package, if it is not the current directory."),
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
  let test: TestName
  let schedule: String?
  let html: String?
  let package: String
  let testArguments: [String]

  init(_ arguments: ParsedArguments) throws(ToolError) {
    test = try arguments.testName()
    schedule = arguments.value(of: "--schedule")
    html = arguments.value(of: "--html")
    package = arguments.value(of: "--package") ?? FileManager.default.currentDirectoryPath
    testArguments = arguments.rest
  }

  func run(_ console: Console) throws(ToolError) -> ExitCode {
    if let html, let problem = OutputFile(html).problem {
      throw .input("The page cannot be written to \(html): \(problem)")
    }
    let shown = try RunDirectory.whileUsed { directory throws(ToolError) in
      let package = try TestedPackage(at: package, arguments: testArguments, runs: directory)
      return try TestTracing(package, try package.find(test), console).shown(schedule: schedule)
    }
    if let html {
      try OutputFile(html).write(StoryPage(shown).text, what: "The page")
      let failure = shown.story.firstFailure.map { shown.story.rows[$0] }
      let place = failure?.place.map { " at \($0)" } ?? ""
      console.note(
        "\(test) \(shown.outcome)\(failure == nil ? "" : place). What it did is in \(html).")
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
