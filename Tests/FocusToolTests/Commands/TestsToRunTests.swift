import Testing
import focus

/// The messages of commands that take one test by its name.
struct TestsToRunTests {
  private static let wrongArguments: [([String], message: String)] = [
    ([], "Expected --test NAME, such as --test AppTests.ProfileTests/testSaving."),
    (
      ["--test", "A.B/c", "--", "--filter", "d"],
      "--filter is reserved: focus passes it to `swift test`. Remove it."
    ),
    (["--test", "A.B/c", "d"], "Expected only options, but got d."),
    (["--tset", "A.B/c"], "There is no option --tset."),
  ]

  @Test(arguments: ["show", "split"])
  func `a wrong argument says what was expected`(command: String) {
    for (arguments, message) in Self.wrongArguments {
      claimEqual(ToolRun([command] + arguments), .wrongArguments(of: command, message))
    }
  }

  @Test(arguments: ["show", "split"])
  func `a directory without a package is wrong`(command: String) {
    // A temporary directory won't do: what other programs leave beside it is a package too.
    claimEqual(
      ToolRun(command, "--test", "A.B/c", "--", "--package-path", "/no/such/directory"),
      .error("There is no Package.swift in /no/such/directory or its parent directories."))
  }
}
