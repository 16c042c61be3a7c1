import Testing
import focus

struct MutateCommandTests {
  @Test(arguments: [
    (
      ["Profile"],
      "Expected only options, and got Profile. Arguments of `swift test` follow --."
    ),
    (
      ["--", "--filter", "A"],
      "--filter stands before --, because focus has to know it."
    ),
    (
      ["--", "--filter=A"],
      "--filter stands before --, because focus has to know it."
    ),
    (
      ["--", "--parallel"],
      "--parallel after -- gives each test of XCTest a process of its own, and each round would "
        + "take as long as many. Leave it out; Swift Testing runs tests in parallel anyway."
    ),
    (
      ["--", "--skip-build"],
      "--skip-build is given to `swift test` by focus itself. Leave it out."
    ),
    (["--fail-under", "101"], "--fail-under expects a number from 0 to 100, and got 101."),
    (["--filter", "["], "--filter expects a regular expression, and got [."),
    (
      ["--evidence", "x"],
      "--evidence expects --since REV: what has not changed is taken over from FILE."
    ),
    (["--shard", "3/2"], "--shard expects K/N with K from 1 to N, as 2/8, and got 3/2."),
  ])
  func `Wrong arguments are an error before anything runs`(
    arguments: [String], message: String
  ) {
    let run = ToolRun(["mutate"] + arguments)
    #expect(run.code == .wrongUsage && run.output == "")
    #expect(run.notes == "focus mutate: \(message)\nSee `focus help mutate`.\n")
  }

  @Test func `A page that cannot be written is an error before anything runs`() throws {
    let directory = try TemporaryDirectory()
    let run = ToolRun("mutate", "--html", directory("none/page.html"))
    #expect(run.code == .wrongUsage && run.output == "")
    #expect(
      run.notes == """
        focus: The page cannot be written to \(directory("none/page.html")): \
        there is no directory \(directory("none")). Expected one that exists.

        """)
  }

  @Test func `A diff that cannot be written is an error before anything runs`() throws {
    let directory = try TemporaryDirectory()
    let nowhere = ToolRun("mutate", "--write-tests", directory("none/tests.diff"))
    #expect(nowhere.code == .wrongUsage && nowhere.output == "")
    #expect(
      nowhere.notes == """
        focus: The diff cannot be written to \(directory("none/tests.diff")): \
        there is no directory \(directory("none")). Expected one that exists.

        """)
  }
}
