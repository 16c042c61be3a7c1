#if os(Linux) || os(macOS)
  import Testing
  @testable import focus

  struct RepositoryTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `All that differs is seen from the package, with what it was`() throws {
      try directory.write("one", to: "App/Sources/A.swift")
      try directory.write("same", to: "App/Sources/Same.swift")
      try directory.write("gone", to: "App/Sources/Gone.swift")
      try directory.write("moved", to: "App/Sources/Moved.swift")
      try directory.write("kit", to: "Kit/Kit.swift")
      try directory.write("ignored", to: ".gitignore")
      try directory.git("init", "--quiet")
      try directory.git("add", "--all")
      try directory.git("commit", "--quiet", "--message", "First")
      try directory.git("branch", "main-then")
      try directory.write("two", to: "App/Sources/A.swift")
      try directory.git("rm", "--quiet", "App/Sources/Gone.swift")
      try directory.git("mv", "App/Sources/Moved.swift", "App/Sources/Zed ü.swift")
      try directory.git("commit", "--quiet", "--all", "--message", "Second")
      // Uncommitted changes: an unstaged file, a staged file, and an untracked one.
      try directory.write("three", to: "App/Sources/A.swift")
      try directory.write("other kit", to: "Kit/Kit.swift")
      try directory.git("add", "Kit")
      try directory.write("new", to: "App/Sources/New.swift")
      try directory.write("x", to: "App/ignored")

      let changes = try RunDirectory.whileUsed { runs throws(ToolError) in
        let repository = try Repository(at: directory("App"), runs: runs)
        return try repository.changes(since: try repository.mergeBase(with: "main-then"))
      }
      #expect(
        Set(changes) == [
          "Sources/A.swift",
          "Sources/Gone.swift",
          "Sources/Moved.swift",
          "Sources/Zed ü.swift",
          "../Kit/Kit.swift",
          "Sources/New.swift",
        ])
    }

    @Test func `The base is what both histories have in common`() throws {
      try directory.write("one", to: "A.swift")
      try directory.git("init", "--quiet")
      try directory.git("add", "--all")
      try directory.git("commit", "--quiet", "--message", "First")
      try directory.git("branch", "feature")
      try directory.write("two", to: "A.swift")
      try directory.git("commit", "--quiet", "--all", "--message", "Of others")
      try directory.git("branch", "others")
      try directory.git("checkout", "--quiet", "feature")
      try directory.write("one", to: "B.swift")
      let changes = try RunDirectory.whileUsed { runs throws(ToolError) in
        let repository = try Repository(at: directory.path, runs: runs)
        return try repository.changes(since: try repository.mergeBase(with: "others"))
      }
      claimEqual(changes, ["B.swift"])

      try directory.git("checkout", "--quiet", "--orphan", "stranger")
      try directory.git("commit", "--quiet", "--message", "Stranger")
      #expect(
        throws: ToolError.input(
          "others and HEAD have no common commit here. Expected a branch, a tag, or a commit. In "
            + "GitHub Actions, use actions/checkout with fetch-depth: 0.")
      ) {
        try RunDirectory.whileUsed { runs throws(ToolError) in
          try Repository(at: directory.path, runs: runs).mergeBase(with: "others")
        }
      }
    }
  }
#endif
