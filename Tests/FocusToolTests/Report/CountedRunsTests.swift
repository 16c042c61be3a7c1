import TestEvents
import Foundation
import Testing
import focus

struct CountedRunsTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `A test that was deleted protects nothing, and is named`() throws {
    try write("a", [saving, typing], start: "2026-11-22T16:00:00Z")
    try write("b", number: 2, [typing], start: "2026-11-22T17:00:00Z")
    let run = report("--fail-under", "90")
    claimEqual(run.code, .asRequested)
    #expect(run.output.contains("\nAll              1         1  100 %     0           0"))
    #expect(
      run.notes == """
        Counted in \(directory.path): the newest run, started at 2026-11-22T17:00:00Z, with 1 test:
          AppTests.ProfileTests/typing()
        Not counted: an older run, started at 2026-11-22T16:00:00Z. 1 test is only in older runs, because it was deleted or not run again:
          AppTests.ProfileTests/saving()
        --all-runs also counts older runs.

        """)
  }

  @Test func `All runs count when asked for, each test as in its last`() throws {
    try write("a", [saving, typing])
    try write("b", number: 2, [fact("found", .field("x"), .exercised, test: "typing()")])
    let run = report("--all-runs", "--fail-under", "90")
    claimEqual(run.code, .belowRequest)
    #expect(run.output.contains("\nAll              2         1   50 %     0           1"))
    #expect(
      run.notes == """
        Counted in \(directory.path): all 2 runs, each test with its last run.
        focus: 50 % of the behaviors are asserted (1 of 2), but --fail-under requires 90.

        """)
  }

  @Test func `Older runs without tests of their own are named in short`() throws {
    for number in 0..<6 {
      try write(
        "r\(number)", number: number + 1, [typing], start: "at \(number)")
    }
    #expect(
      report().notes == """
        Counted in \(directory.path): the newest run, started at at 5, with 1 test.
        Not counted: 5 older runs, started at at 4, at 3, at 2, and 2 more.
        --all-runs also counts older runs.

        """)
  }

  @Test func `Runs that do not know of each other are listed`() throws {
    try write("a", [saving], start: "at 1")
    try write("b", [typing], start: "at 2")
    #expect(
      report().notes == """
        Counted in \(directory.path): 2 independent runs, such as those of several machines:
          at 1, with 1 test
          at 2, with 1 test

        """)
    #expect(report().output.contains("\nAll              2         2  100 %"))
  }

  @Test func `Many tests are counted`() throws {
    try write("a", (0..<5).map { fact("a", .field("x"), .asserted, test: "t\($0)()") })
    try write("b", number: 2, [typing])
    #expect(
      report().notes.hasSuffix(
        """
        Not counted: an older run, started at an unknown time. 5 tests are only in older runs, because they were deleted or not run again:
          AppTests.ProfileTests/t0()
          AppTests.ProfileTests/t1()
          AppTests.ProfileTests/t2()
          and 2 more
        --all-runs also counts older runs.

        """))
  }

  @Test func `A newest run without behaviors is an error, and says what is older`() throws {
    try write("a", [typing], start: "at 1")
    try write("b", number: 2, [], start: "at 2")
    let run = report()
    claimEqual(run.code, .wrongUsage)
    #expect(
      run.notes == """
        Counted in \(directory.path): the newest run, started at at 2, with 0 tests.
        Not counted: an older run, started at at 1. 1 test is only in older runs, because it was deleted or not run again:
          AppTests.ProfileTests/typing()
        --all-runs also counts older runs.
        focus: No behavior is recorded in \(directory.path).
        Expected a directory written by `FOCUSED_LEDGER=DIR swift test`.

        """)
  }

  @Test func `The page and the baseline count the same`() throws {
    try write("a", [fact("old", .dismisses, .exercised)], start: "at <1>")
    try write("b", number: 2, [typing], start: "at 2")
    _ = report("--html", directory("page.html"))
    let page = try directory.read("page.html")
    #expect(page.contains("<strong>100 %</strong> asserted, 1 of 1"))
    #expect(
      page.contains("<p class=\"mutants\">Not counted: an older run, started at at &lt;1&gt;.</p>"))
    _ = report("--baseline", directory("known.txt"), "--update-baseline")
    #expect(try !directory.read("known.txt").contains("dismisses"))
  }

  @Test func `JSON has the runs`() throws {
    try write("a", [saving], start: "at 1")
    try write("b", number: 2, [typing], start: "at 2")
    let json = try JSONSerialization.jsonObject(with: Data(report("--json").output.utf8))
    let runs = try #require((json as? [String: Any])?["runs"] as? [[String: Any]])
    try #require(runs.count == 1)
    #expect(runs[0]["directory"] as? String == directory.path)
    #expect(runs[0]["testsNotCounted"] as? [String] == ["AppTests.ProfileTests/saving()"])
    let counted = try #require((runs[0]["counted"] as? [[String: Any]])?.first)
    #expect(counted["id"] as? String == "b" && counted["start"] as? String == "at 2")
    #expect(counted["tests"] as? Int == 1)
    #expect((runs[0]["notCounted"] as? [Any])?.count == 1)
  }

  private let saving = fact("saveTapped", .field("isSaving"), .asserted)
  private let typing = fact("found", .field("x"), .asserted, test: "typing()")

  private func report(_ arguments: String...) -> ToolRun {
    ToolRun(["report", directory.path] + arguments)
  }

  private func write(
    _ run: String, number: Int = 1, _ facts: [LedgerFact], start: String = ""
  ) throws {
    let run = LedgerRun(id: run, number: number, start: start)
    try directory.write(
      LedgerFormat.header(of: run) + facts.map(\.line).joined(),
      to: "\(run.nameOfDirectory)/ledger-\(run.id)-1-x.jsonl")
  }
}
