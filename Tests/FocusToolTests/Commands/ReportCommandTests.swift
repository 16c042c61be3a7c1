import TestEvents
import Testing
import focus

struct ReportCommandTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(ledgerText(sampleFacts), to: "ledger/ledger-1-a.jsonl")
  }

  @Test func `The table goes to the output, and nothing else is said`() {
    let run = ToolRun("report", directory("ledger"))
    claimEqual(run.code, .asRequested)
    #expect(run.output.hasPrefix("Feature  Behaviors  Asserted  Share  Read  Unasserted\n"))
    #expect(run.output.hasSuffix("ProfileTests.swift:12\n"))
    claimEqual(run.notes, "")
    #expect(!run.output.contains("\u{1B}"))
    #expect(ToolRun("report", directory("ledger"), takesColor: true).output.contains("\u{1B}[1m"))
  }

  @Test func `Damage is counted, a file of another version is named`() throws {
    let undamaged = ToolRun("report", directory("ledger")).output
    try directory.write(ledgerText([]) + "{\"feat\n\nHello\n", to: "ledger/ledger-2-a.jsonl")
    try directory.write("{\"ledger\":2}\n{}\n", to: "ledger/ledger-3-a.jsonl")
    try directory.write("x", to: "ledger/ledger-4-a.jsonl")
    let run = ToolRun("report", directory("ledger"))
    claimEqual(run.code, .asRequested)
    claimEqual(run.output, undamaged)
    #expect(
      run.notes == """
        Skipped 2 damaged lines in \(directory("ledger/ledger-2-a.jsonl")).
        Skipped 1 damaged line in \(directory("ledger/ledger-4-a.jsonl")).
        Skipped 1 line in \(directory("ledger/ledger-3-a.jsonl")): they have format version \
        2, but this tool reads version 1.

        """)
  }

  @Test func `Fewer asserted than asked for is exit code 1`() {
    let below = ToolRun("report", directory("ledger"), "--fail-under", "50.1")
    claimEqual(below.code, .belowRequest)
    #expect(
      below.notes
        == "focus: 50 % of the behaviors are asserted (2 of 4), but --fail-under requires 50.1.\n")
    claimEqual(below.output, ToolRun("report", directory("ledger")).output)
    let enough = ToolRun("report", directory("ledger"), "--fail-under", "50")
    claimEqual(enough.code, .asRequested)
    claimEqual(enough.notes, "")
  }

  @Test func `Nothing to assert is less than asked for`() throws {
    try directory.write(ledgerText([fact("a", .nothing, .exercised)]), to: "idle/ledger.jsonl")
    claimEqual(ToolRun("report", directory("idle")).code, .asRequested)
    let run = ToolRun("report", directory("idle"), "--fail-under", "1")
    claimEqual(run.code, .belowRequest)
    #expect(
      run.notes
        == "focus: 0 % of the behaviors are asserted (0 of 0), but --fail-under requires 1.\n")
  }

  @Test func `JSON takes the place of the table`() {
    let run = ToolRun("report", directory("ledger"), "--json", "--fail-under=99")
    claimEqual(run.code, .belowRequest)
    #expect(run.output.hasPrefix("{\n  \"counts\" : {\n    \"asserted\" : 2,\n"))
  }

  @Test func `known gaps fail on what is new`() throws {
    try directory.write("Profile · .old → sends .gone # It is rare.\n", to: "known.txt")
    let run = ToolRun("report", directory("ledger"), "--gaps", directory("known.txt"))
    claimEqual(run.code, .belowRequest)
    #expect(run.output.contains("Unasserted: 1\n"))
    #expect(
      run.notes == """
        No longer unasserted, but still listed in \(directory("known.txt")):
          Profile · .old → sends .gone
        focus: 1 behavior is unasserted, and not listed in \(directory("known.txt")):
          Profile · .saved → dismisses

        """)
  }

  @Test func `known gaps pass if they are listed, and have a list of their own`() throws {
    try directory.write(
      """
      # A comment

      Profile · .saved → lastSaved  \r
      Profile · .saved → dismisses # The parent decides.

      """, to: "known.txt")
    let run = ToolRun("report", directory("ledger"), "--gaps", directory("known.txt"))
    claimEqual(run.code, .asRequested)
    #expect(
      run.output.contains(
        """
        Unasserted, but a known gap: 1
          Profile · .saved → dismisses
            The parent decides.

        """))
    #expect(!run.output.contains("Unasserted: "))
    #expect(
      run.notes == """
        No longer unasserted, but still listed in \(directory("known.txt")):
          Profile · .saved → lastSaved

        """)
  }

  @Test func `the file of known gaps is updated, and then passes`() throws {
    for _ in 0..<2 {
      let run = ToolRun(
        "report", directory("ledger"), "--gaps", directory("known.txt"), "--update-gaps")
      #expect(run.code == .asRequested)
      #expect(run.notes == "\(directory("known.txt")) lists 1 unasserted behavior.\n")
      #expect(
        try directory.read("known.txt").hasSuffix(
          "\nProfile · .saved → dismisses\n"))
    }
    let run = ToolRun("report", directory("ledger"), "--gaps", directory("known.txt"))
    claimEqual(run.code, .asRequested)
    claimEqual(run.notes, "")
  }

  @Test func `Input that cannot be read is one error, with exit code 2`() throws {
    try directory.write("", to: "empty/notes.txt")
    try directory.write(ledgerText([]), to: "idle/ledger-1-a.jsonl")
    try directory.write("x", to: "ledger.jsonl")
    try directory.write("x", to: "folder/ledger.jsonl/x")
    try directory.write("known\n", to: "known.txt")
    let expected: [([String], String)] = [
      (
        [directory("none")],
        "\(directory("none")) cannot be read. "
          + "Expected a directory written by `FOCUSED_LEDGER=DIR swift test`."
      ),
      (
        [directory("ledger.jsonl")],
        "\(directory("ledger.jsonl")) cannot be read. "
          + "Expected a directory written by `FOCUSED_LEDGER=DIR swift test`."
      ),
      (
        [directory("ledger"), directory("empty")],
        "\(directory("empty")) cannot be read. "
          + "Expected a directory written by `FOCUSED_LEDGER=DIR swift test`."
      ),
      (
        [directory("folder")],
        "\(directory("folder"))/ledger.jsonl cannot be read. "
          + "Expected a directory written by `FOCUSED_LEDGER=DIR swift test`."
      ),
      (
        [directory("idle")],
        "No behavior is recorded in \(directory("idle")).\n"
          + "Expected a directory written by `FOCUSED_LEDGER=DIR swift test`."
      ),
      (
        [directory("ledger"), "--gaps", directory("none.txt")],
        "There is no file \(directory("none.txt")). To create it, pass --update-gaps."
      ),
      (
        [directory("ledger"), "--gaps", directory("empty")],
        "There is no file \(directory("empty")). Expected a file with one known gap per line."
      ),
      (
        [directory("ledger"), "--html", directory("empty")],
        "The page cannot be written to \(directory("empty")): "
          + "that is a directory. Expected a file name."
      ),
      (
        [directory("ledger"), "--html", directory("known.txt/page.html")],
        "The page cannot be written to \(directory("known.txt/page.html")): "
          + "no file can be written there. Expected a writable location."
      ),
    ]
    for (arguments, message) in expected {
      claimEqual(ToolRun(["report"] + arguments), .error(message))
    }
  }
}
