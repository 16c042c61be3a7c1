import Testing
import focus

/// The output and the exit codes of `focus split`, for cases that need no build.
struct SplitCommandTests {
  @Test func `a place that cannot be written to is an error before the work`() throws {
    let directory = try TemporaryDirectory()
    let run = ToolRun("split", "--test", "A.B/c", "--patch", directory("none/tests.diff"))
    claimEqual(run.code, .wrongUsage)
    #expect(
      run.notes
        == "focus: The diff cannot be written to \(directory("none/tests.diff")): "
        + "there is no directory \(directory("none")). Expected an existing directory.\n")
  }

  @Test(arguments: [
    (["--apply", "--patch", "x.diff"], "Expected --apply or --patch, but got both."),
    (["--force"], "--force requires --apply."),
  ])
  func `options that contradict each other are wrong usage`(options: [String], message: String) {
    let run = ToolRun(["split", "--test", "A.B/c"] + options)
    claimEqual(run.code, .wrongUsage)
    claimEqual(run.notes, "focus split: \(message)\nSee `focus help split`.\n")
  }
}

#if os(Linux) || os(macOS)
  /// `--apply`, up to the first build.
  struct SplitApplyTests {
    @Test func `a file that git does not track is not edited`() throws {
      let package = try TemporaryDirectory.package()
      let run = ToolRun(
        "split", "--test", "M.T/a", "--package", package.path, "--apply")
      claimEqual(run.code, .wrongUsage)
      #expect(
        run.notes == "focus: git does not track \(package("Tests/M/T.swift")). "
          + "Commit the file, or pass --force.\n")
    }

    @Test func `a file with changes that are not committed is not edited`() throws {
      let package = try TemporaryDirectory.package()
      try package.git("init", "-q")
      try package.git("add", "-A")
      let run = ToolRun(
        "split", "--test", "M.T/a", "--package", package.path, "--apply")
      claimEqual(run.code, .wrongUsage)
      #expect(
        run.notes
          == "focus: \(package("Tests/M/T.swift")) has uncommitted changes. Commit them, or "
          + "pass --force.\n")
    }
  }
#endif
