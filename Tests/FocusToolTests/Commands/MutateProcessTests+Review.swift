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
      #expect(run.output.contains("\n  Handled at Sources/P/Profile.swift:1\n"))

      try directory.write("// swift-tools-version: 6.2", to: "Package.swift")
      let all = try focus("mutate", "--since", "HEAD")
      #expect(
        all.output.hasPrefix(
          """
          Since HEAD: 1 of 1 feature changed, or may have changed: Profile. All are tried,
          because Package.swift changed.

          """))
    }

    @Test func `What an earlier run found is taken over where nothing has changed since`() throws {
      try commit()
      try directory.write(try focus("mutate", "--json").output, to: "evidence.json")
      #expect(try MutantEvidence(file: directory("evidence.json")).revision?.count == 40)
      try directory.write("", to: "calls")
      let arguments = ["mutate", "--since", "HEAD", "--evidence", "evidence.json"]
      let run = try focus(arguments)
      #expect(run.code == .asRequested && run.notes == "")
      #expect(try calls() == 0)
      #expect(
        run.output.hasPrefix(
          """
          Since HEAD: no feature changed, nor any of its tests.
          Reused from an earlier run: 2 verdicts.

          Survived: 1
          """))
      #expect(run.output.hasSuffix("\n2 mutants: 1 killed, 1 survived, in 0 s and 0 rounds.\n"))

      claimEqual(
        try focus(arguments + ["--source"]),
        .error(
          "evidence.json contains behavior mutants. Expected the output of "
            + "`focus mutate --source --json`."))

      // An untracked file is a change, too. Evidence from a run with changes belongs to no commit.
      try directory.write("struct New {}", to: "Sources/P/New.swift")
      let new = try focus(arguments)
      #expect(
        new.output.hasPrefix(
          "Since HEAD: 1 of 1 feature changed, or may have changed: Profile.\n\n"))
      try directory.write(try focus("mutate", "--json").output, to: "evidence.json")
      claimEqual(
        try focus(arguments),
        .error(
          "evidence.json does not name its commit. Expected the output of `focus mutate --json` "
            + "from a clone without uncommitted changes."))
    }

    @Test func `No page is written where no test runs`() throws {
      try commit()
      try directory.write(try focus("mutate", "--json").output, to: "evidence.json")
      let run = try focus(
        "mutate", "--since", "HEAD", "--evidence", "evidence.json", "--html", "page.html")
      claimEqual(run.notes, "focus: No page was written, because no test ran.\n")
      #expect(!FileManager.default.fileExists(atPath: directory("page.html")))
    }

    @Test func `What is taken over of nothing that differs can be taken over again`() throws {
      try commit()
      try directory.write(try focus("mutate", "--json").output, to: "first.json")
      let arguments = ["mutate", "--since", "HEAD", "--json", "--evidence"]
      try directory.write(try focus(arguments + ["first.json"]).output, to: "second.json")
      let first = try MutantEvidence(file: directory("first.json"))
      let second = try MutantEvidence(file: directory("second.json"))
      #expect(second.revision == first.revision && second.mutants == first.mutants)
    }

    @Test func `A part of what is to be known is completed where nothing differs`() throws {
      try commit()
      try directory.write(try focus("mutate", "--shard", "1/2", "--json").output, to: "part.json")
      let run = try focus("mutate", "--since", "HEAD", "--evidence", "part.json")
      claimEqual(run.code, .asRequested)
      #expect(run.output.contains("\n2 mutants: 1 killed, 1 survived, in "))
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
          "There is no revision origin/main here. Expected a branch, a tag, or a commit. In "
            + "GitHub Actions, use actions/checkout with fetch-depth: 0."))
    }

    @Test func `The shards together are what one machine finds`() throws {
      for number in 1...2 {
        let run = try focus("mutate", "--shard", "\(number)/2", "--json")
        #expect(run.code == .asRequested)
        try directory.write(run.output, to: "\(number).json")
        #expect(try MutantEvidence(file: directory("\(number).json")).counts.all == 1)
      }
      let text = try focus("mutate", "--shard", "2/2").output
      #expect(text.hasPrefix("Shard 2 of 2: its share of 2 mutants.\n\nSurvived: 1\n"))
      let merged = try focus("report", "--evidence", "1.json", "2.json")
      #expect(merged.code == .asRequested && merged.notes == "")
      #expect(merged.output.contains("\n2 mutants: 1 killed, 1 survived, in "))
    }
  }
#endif
