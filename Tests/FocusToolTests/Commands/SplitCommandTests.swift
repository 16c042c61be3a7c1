import Testing
import focus

/// The output and the exit codes of `focus split`, for cases that need no build.
struct SplitCommandTests {
  @Test(arguments: [
    (["--apply", "--patch", "x.diff"], "Expected --apply or --patch, but got both."),
    (["--force"], "--force requires --apply."),
  ])
  func `options that contradict each other are wrong usage`(options: [String], message: String) {
    claimEqual(
      ToolRun(["split", "--test", "A.B/c"] + options), .wrongArguments(of: "split", message))
  }
}

#if os(Linux) || os(macOS)
  /// `--apply`, up to the first build.
  struct SplitApplyTests {
    private let package: TemporaryDirectory

    init() throws { package = try TemporaryDirectory.package() }

    private func apply() -> ToolRun {
      ToolRun("split", "--test", "M.T/a", "--apply", "--", "--package-path", package.path)
    }

    @Test func `a file that git does not track is not edited`() throws {
      claimEqual(
        apply(),
        .error(
          "git does not track \(package("Tests/M/T.swift")). Commit the file, or pass --force."))
    }

    @Test func `a file with changes that are not committed is not edited`() throws {
      try package.git("init", "-q")
      try package.git("add", "-A")
      claimEqual(
        apply(),
        .error(
          "\(package("Tests/M/T.swift")) has uncommitted changes. Commit them, or pass --force."))
    }
  }
#endif
