import Testing
import focus

struct MutateCommandTests {
  @Test(arguments: [
    (
      ["Profile"],
      "Expected only options, but got Profile. Pass arguments of `swift test` after --."
    ),
    (
      ["--", "--filter=A"],
      "--filter is reserved: focus passes it to `swift test`. Remove it."
    ),
    (
      ["--", "--skip-build"],
      "--skip-build is reserved: focus passes it to `swift test`. Remove it."
    ),
    (["--fail-under", "101"], "--fail-under expects a number from 0 to 100, but got 101."),
    (["--filter", "["], "--filter expects a regular expression, but got [."),
  ])
  func `Wrong arguments are an error before anything runs`(
    arguments: [String], message: String
  ) {
    claimEqual(ToolRun(["mutate"] + arguments), .wrongArguments(of: "mutate", message))
  }
}
