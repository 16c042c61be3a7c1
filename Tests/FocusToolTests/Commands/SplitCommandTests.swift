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
        + "there is no directory \(directory("none")). Expected one that exists.\n")
  }

  @Test(arguments: [
    (["--apply", "--patch", "x.diff"], "--apply and --patch exclude each other."),
    (["--force"], "--force expects --apply."),
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
    @Test func `a file that git does not know is not edited`() throws {
      let package = try TemporaryDirectory.package()
      let run = ToolRun(
        "split", "--test", "M.T/a", "--package", package.path, "--apply")
      claimEqual(run.code, .wrongUsage)
      #expect(
        run.notes == "focus: git does not know \(package("Tests/M/T.swift")). "
          + "Expected a file that is committed, or --force.\n")
    }

    @Test func `a file with changes that are not committed is not edited`() throws {
      let package = try TemporaryDirectory.package()
      try package.git("init", "-q")
      try package.git("add", "-A")
      let run = ToolRun(
        "split", "--test", "M.T/a", "--package", package.path, "--apply")
      claimEqual(run.code, .wrongUsage)
      #expect(
        run.notes == "focus: \(package("Tests/M/T.swift")) has changes that are not committed. "
          + "Expected a file without any, or --force.\n")
    }
  }
#endif
