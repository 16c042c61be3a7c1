#if os(Linux) || os(macOS)
  import Foundation
  import Testing
  import focus

  // Reviews of what differs from a revision.
  extension MutateProcessTests {
    private func calls() throws -> Int {
      try directory.read("calls").split(separator: "\n").count { $0.hasPrefix("test") }
    }

    @Test func `Nothing is run where nothing differs`() throws {
      try commit()
      try directory.write("", to: "calls")
      let run = try focus("mutate", "--since", "HEAD", "--fail-under", "90")
      #expect(run.code == .asRequested && run.notes == "")
      #expect(
        run.output == """
          Since HEAD: no feature changed, nor any of its tests.

          0 mutants: 0 killed, 0 survived, in 0 s and 0 rounds.

          """)
      #expect(try calls() == 0)
    }

    @Test func `A change whose path has names of one letter is read`() throws {
      try commit()
      try directory.write("", to: "a/b/c")
      try directory.write("", to: "d")
      let run = try focus("mutate", "--since", "HEAD")
      #expect(run.output.hasPrefix("Since HEAD: no feature changed, nor any of its tests.\n"))
    }

    @Test func `What differs from a revision is tried, committed or not`() throws {
      try commit()
      try directory.write("struct Profile { enum Action { } }", to: "Sources/P/Profile.swift")
      let run = try focus("mutate", "--since", "HEAD", "--fail-under", "90")
      claimEqual(run.code, .belowRequest)
      #expect(
        run.output.hasPrefix(
          """
          Since HEAD: 1 of 1 feature changed, or may have changed: Profile.

          Survived: 1
          """))
      #expect(run.output.contains("\n    Handled at Sources/P/Profile.swift:1\n"))

      try directory.write("// swift-tools-version: 6.2", to: "Package.swift")
      let all = try focus("mutate", "--since", "HEAD")
      #expect(
        all.output.hasPrefix(
          """
          Since HEAD: 1 of 1 feature changed, or may have changed: Profile. All are tried,
          because Package.swift changed.

          """))
    }

    @Test func `No page is written where no test runs`() throws {
      try commit()
      let run = try focus("mutate", "--since", "HEAD", "--html", "page.html")
      claimEqual(run.notes, "focus: No page was written, because no test ran.\n")
      #expect(!FileManager.default.fileExists(atPath: directory("page.html")))
    }

    @Test func `A revision that git does not know, and no repository, are errors`() throws {
      let none = try focus("mutate", "--since", "HEAD")
      claimEqual(none.code, .wrongUsage)
      #expect(
        none.notes.hasSuffix(
          " is not in a git repository, or git does not trust its owner. --since requires a "
            + "git repository.\n"))
      try commit()
      claimEqual(
        try focus("mutate", "--since", "origin/main"),
        .error(
          "origin/main and HEAD have no common commit here. Expected a branch, a tag, or a commit. In "
            + "GitHub Actions, use actions/checkout with fetch-depth: 0."))
    }
  }
#endif
