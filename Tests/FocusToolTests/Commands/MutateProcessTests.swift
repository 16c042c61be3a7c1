#if os(Linux) || os(macOS)
  import Foundation
  import TestEvents
  import Testing
  import focus

  /// The command with a fake `swift`.
  struct MutateProcessTests {
    let directory: TemporaryDirectory

    init() throws {
      directory = try TemporaryDirectory()
      try directory.write("", to: "Package.swift")
      try directory.writeProgram("swift", FakeSwift.script)
      try directory.write(
        ledgerText([
          LedgerFact(behavior: field("isSaving"), mark: .asserted, test: Self.test),
          LedgerFact(behavior: field("name"), mark: .exercised, test: Self.test),
        ]), to: "facts")
    }

    private static let test = LedgerTest(name: "M.A/a()", file: "M/A.swift", line: 3)

    @Test func `The tests run once, then with mutants, then once more`() throws {
      try directory.write("", to: "x y/Package.swift")
      let run = try focus("mutate", "--filter", "A", "--", "--package-path", "x y")
      #expect(run.code == .asRequested && run.notes == "")
      #expect(
        run.output.contains(
          """

            Profile · .save → name
              The only test that exercises it passes without it:
                M.A/a()  M/A.swift:3
              To protect it, add to the closure of the call at M/A.swift:5:
                  $0.name = "a"

          2 mutants: 1 killed, 1 survived, in
          """))
      #expect(run.output.hasSuffix(" and 2 rounds.\n"))
      let calls = try directory.read("calls").split(separator: "\n")
        .map { String($0).replacing(/[^ ]*\/events-[^ ]*.jsonl/, with: "FILE") }
      let stream = "--event-stream-output-path FILE --event-stream-version 0"
      let path = directory("x y")
      let build = "build --package-path \(path) --build-tests"
      let again = "test --package-path \(path) \(stream) --skip-build --filter"
      let only = #"\#(again) ^(?:M\.A/(?:a\(\)))(?:/[^/]+:[0-9]+:[0-9]+)?$"#
      claimEqual(calls, [build, "\(again) A", only, only, "\(again) A"])
    }

    @Test func `The page has the verdicts, and JSON counts them`() throws {
      let run = try focus("mutate", "--json", "--html", directory("page.html"))
      claimEqual(run.code, .asRequested)
      claimEqual(run.notes, "The page is in \(directory("page.html")).\n")
      #expect(run.output.contains("\n    \"killed\" : 1,\n"))
      #expect(try directory.read("page.html").contains("<h1>Mutants: 1 of 2 killed (50 %)</h1>"))
    }

    @Test func `One mutant is tried again, and what its tests print is shown`() throws {
      let run = try focus("mutate", "--mutant", "Profile · .save → isSaving")
      claimEqual(run.code, .asRequested)
      #expect(run.output.hasPrefix("Expected isSaving\n"))
      #expect(run.output.contains("1 mutant: 1 killed, 0 survived, in "))
    }

    @Test func `The name of no mutant is an error`() throws {
      claimEqual(
        try focus("mutate", "--mutant", "Profile · .save → age"),
        .error(
          """
          No test exercises the mutant Profile · .save → age.
          Expected a name as in a file of known gaps, such as `Profile · .saved → cache`.
          """))
    }

    @Test func `A package that cannot be built is an error with the compiler's words`() throws {
      claimEqual(
        try focus("mutate", mode: "broken"),
        .error(
          "The tests do not build:\n  M/A.swift:1:1: error: no such thing", code: .noResult))
    }

    @Test func `A run without a test is an error with what it printed`() throws {
      claimEqual(
        try focus("mutate", "--", "--unknown", mode: "missing"),
        .error(
          """
          `swift test --unknown` failed before it ran the tests:

          error: no such option
          """, code: .noResult))
    }

    @Test func `Ctrl-C ends the tests, and what is known is printed`() throws {
      let run = try focus("mutate", mode: "stop")
      claimEqual(run.code, .interrupted)
      #expect(run.output.contains("\n2 mutants: 0 killed, 0 survived, 2 not fully tried, in "))
      claimEqual(run.notes, "focus: Stopped early. The output contains the results so far.\n")
    }

    #if os(Linux)
      @Test func `Ctrl-C while the test program lists its tests prints what is known`() throws {
        let run = try focus("mutate", mode: "list")
        claimEqual(run.code, .interrupted)
        #expect(run.output.hasPrefix("Stopped early. These are the results so far."))
        claimEqual(run.notes, "focus: Stopped early. The output contains the results so far.\n")
      }
    #endif

    @Test func `A change is found from a directory inside the package`() throws {
      try commit()
      try directory.write(
        "struct A { @Test func a() { Profile(); Profile() } }", to: "Tests/M/A.swift")
      let run = try focus("mutate", "--since", "HEAD", "--", "--package-path", "Sources")
      #expect(
        run.output.hasPrefix(
          "Since HEAD: 1 of 1 feature changed, or may have changed: Profile.\n"))
    }

    /// Creates a repository for the package, and commits all files.
    func commit() throws {
      try directory.write("struct Profile { enum Action {} }", to: "Sources/P/Profile.swift")
      try directory.write("struct A { @Test func a() { Profile() } }", to: "Tests/M/A.swift")
      try directory.write("*\n!/Package.swift\n!*/\n!/Sources/**\n!/Tests/**\n", to: ".gitignore")
      try directory.writeDescription()
      try directory.git("init", "--quiet")
      try directory.git("add", "--all")
      try directory.git("commit", "--quiet", "--message", "First")
    }

    func focus(_ arguments: String..., mode: String = "") throws -> ToolRun {
      try focus(arguments, mode: mode)
    }

    func focus(_ arguments: [String], mode: String = "") throws -> ToolRun {
      try ToolRun(arguments, asProcessIn: directory, environment: ["MODE": mode])
    }
  }
#endif
