import Testing
import focus

struct ArgumentTests {
  @Test(arguments: [
    ([], "Expected a command: report, mutate, split, show."),
    (["paint"], "There is no command paint. Expected report, mutate, split, show."),
    (["--json"], "Expected a command before --json: report, mutate, split, show."),
    (["help", "x"], "There is no command x. Expected report, mutate, split, show."),
    (["help", "report", "me"], "help expects one command, but got 2."),
  ])
  func `A wrong command says which there are`(arguments: [String], message: String) {
    claimEqual(ToolRun(arguments), .error("\(message)\nSee `focus --help`."))
  }

  @Test(arguments: [
    (["--html-file=x"], "There is no option --html-file."),
    (["-j"], "There is no option -j."),
    (["--html"], "--html expects a value (--html FILE)."),
    (["--html", ""], "--html expects a value (--html FILE)."),
    (["--html="], "--html expects a value (--html FILE)."),
    (["--html", "--json"], "--html expects a value (--html FILE), but got --json."),
    (["--json=yes"], "--json takes no value, but got yes."),
    (["--json="], "--json takes no value, but got an empty one."),
    (["--json", "d", "--json"], "--json is given twice."),
    (["--fail-under", "much", "d"], "--fail-under expects a number from 0 to 100, but got much."),
    (["--fail-under", "-1", "d"], "--fail-under expects a number from 0 to 100, but got -1."),
    (["--fail-under=101", "d"], "--fail-under expects a number from 0 to 100, but got 101."),
    (["--fail-under=nan", "d"], "--fail-under expects a number from 0 to 100, but got nan."),
    (["--fail-under=95%", "d"], "--fail-under expects a number from 0 to 100, but got 95%."),
    (["--update-gaps", "d"], "--update-gaps requires --gaps FILE, the file to write."),
    (
      ["d", "--", "--parallel"],
      "Expected directories to read, or arguments of `swift test` after --, but got both."
    ),
    (
      ["--", "--skip-build"],
      "--skip-build is reserved: focus passes it to `swift test`. Remove it."
    ),
  ])
  func `A wrong argument of report says what was expected`(arguments: [String], message: String) {
    claimEqual(ToolRun(["report"] + arguments), .wrongArguments(of: "report", message))
  }

  @Test func `Options and operands may stand in any order`() throws {
    let arguments = try #require(
      try ParsedArguments(
        ["a", "--fail-under", "99.5", "b", "--json", "--html=x=y", "-", "--", "--odd"],
        of: .report))
    claimEqual(arguments.operands, ["a", "b", "-"])
    claimEqual(arguments.rest, ["--odd"])
    #expect(arguments.has("--json") && !arguments.has("--gaps"))
    claimEqual(arguments.value(of: "--html"), "x=y")
    #expect(try arguments.percent(of: "--fail-under") == 99.5)
    #expect(try arguments.percent(of: "--gaps") == nil)
  }

  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func `The tool says what it can`(arguments: [String]) {
    let run = ToolRun(arguments)
    #expect(run.code == .asRequested && run.notes == "")
    #expect(
      run.output == """
        focus shows the behaviors of your features that no test protects.

        Usage: focus <command> …

        Commands:
          report  Shows which behaviors the tests assert, and which they do not.
          mutate  Finds the behaviors that no test protects, by switching each one off.
          split   Splits an exhaustive test into focused tests, and proves them.
          show    Shows the steps of a test: calls, actions, effects, and failures.

        `focus help <command>` prints a command's options.

        Exit codes: 0 as requested, 1 below the request, 2 wrong usage or input, 3 no
        test passes, 4 no result, 130 interrupted.

        """)
  }

  @Test(arguments: [
    ["help", "report"], ["report", "--help"], ["report", "-h"],
    ["report", "d", "--json", "--help"],
  ])
  func `A command says what it can`(arguments: [String]) {
    let run = ToolRun(arguments)
    #expect(run.code == .asRequested && run.notes == "")
    #expect(
      run.output.hasPrefix(
        """
        Shows which behaviors the tests assert, and which they do not.

        Usage: focus report [option…] [DIR… | -- argument…]

        Options:
          --html FILE      Writes an HTML page with a matrix per feature.
          --json           Prints JSON instead of the table.
          --fail-under N   Exits with 1 if less than N percent of the behaviors are
                           asserted.

        """))
  }

  @Test(arguments: ["report", "mutate", "split", "show"])
  func `The help of a command fits a terminal`(command: String) {
    let run = ToolRun("help", command)
    #expect(run.code == .asRequested && run.notes == "")
    #expect(command == "split" || run.output.contains("--scheme S"))
    for line in run.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }
}
