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

#if os(Linux) || os(macOS)
  import TestEvents
  import Foundation

  /// The command with a fake `swift`, which runs no tests and prints prepared output.
  struct MutateProcessTests {
    let directory: TemporaryDirectory

    init() throws {
      directory = try TemporaryDirectory()
      try directory.write(Self.swift, to: "bin/swift")
      try directory.write(
        ledgerText([
          LedgerFact(
            behavior: Behavior(feature: "Profile", action: "save", outcome: .field("isSaving")),
            mark: .asserted, test: LedgerTest(name: "M.A/a()", file: "M/A.swift", line: 3)),
          LedgerFact(
            behavior: Behavior(feature: "Profile", action: "save", outcome: .field("name")),
            mark: .exercised, test: LedgerTest(name: "M.A/a()", file: "M/A.swift", line: 3)),
        ]), to: "facts")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: directory("bin/swift"))
    }

    /// A `swift` with one test, which fails if a mutant keeps `isSaving` from changing.
    private static let swift = #"""
      #!/bin/sh
      echo "$@" >>"$FAKE/calls"
      if [ "$1" = package ]; then cat "$FAKE/describe.json"; exit; fi
      if [ "$1" = build ]; then
        case "$MODE" in broken) echo "M/A.swift:1:1: error: no such thing"; exit 1 ;; esac
        exit
      fi
      while [ $# -gt 0 ]; do
        if [ "$1" = --event-stream-output-path ]; then stream=$2; fi
        shift
      done
      case "$MODE" in
        missing) echo "error: no such option"; exit 1 ;;
      esac
      say() { printf '{"kind":"%s","payload":{%s}}\n' "$1" "$2" >>"$stream"; }
      id='"testID":"M.A/a()/A.swift:3:2"'
      say test '"kind":"function","id":"M.A/a()/A.swift:3:2"'
      say event '"kind":"runStarted"'
      say event "\"kind\":\"testStarted\",$id"
      if [ -n "$FOCUSED_LEDGER" ]; then
        mkdir -p "$FOCUSED_LEDGER"; cp "$FAKE/facts" "$FOCUSED_LEDGER/ledger-1-a.jsonl"
      fi
      log=$(sed -E 's/.*"log":"([^"]*)".*/\1/; s/\\//g' "$FOCUSED_MUTANTS")
      log() { printf '{"kind":"%s","test":"M.A/a()","process":1%s}\n' "$1" "$2" >>"$log"; }
      log began
      status=0
      if grep -q '"name":' "$FOCUSED_MUTANTS"; then
        log applied
        case "$MODE" in stop) kill -INT "$PPID"; sleep 100 >/dev/null 2>&1 </dev/null ;; esac
        if grep -q isSaving "$FOCUSED_MUTANTS"; then
          say event "\"kind\":\"issueRecorded\",$id,\"issue\":{\"isKnown\":false}"
          status=1
        else
          log code ',"code":{"file":"M/A.swift","line":5,"place":"inClosure","lines":["$0.name = \"a\""]}'
        fi
      fi
      say event "\"kind\":\"testEnded\",$id"
      say event '"kind":"runEnded"'
      exit $status
      """#

    @Test func `The tests run twice, then with mutants, then once more`() throws {
      let run = try focus("mutate", "--filter", "A", "--", "--package-path", "x y")
      #expect(run.code == .asRequested && run.notes == "")
      #expect(
        run.output.replacing(/in [\d.]+ s/, with: "in 1 s") == """
          Survived: 1
          A mutant is the feature with one behavior switched off: a field that keeps its
          old value, an action that does not arrive. A mutant with which all tests still
          pass has survived: no test protects the behavior.

          Profile · .save → name
            Switched off in the one test in which it happens, which passes:
              M.A/a()  M/A.swift:3
            To protect it, add to the closure of the call at M/A.swift:5:

                $0.name = "a"

          2 mutants: 1 killed, 1 survived, in 1 s and 2 rounds.

          """)
      let calls = try directory.read("calls").split(separator: "\n")
        .map { String($0).replacing(/[^ ]*\/events-[^ ]*.jsonl/, with: "FILE") }
      let stream = "--event-stream-output-path FILE --event-stream-version 0"
      let path = directory("x y")
      let build = "build --package-path \(path) --build-tests"
      let again = "test --package-path \(path) \(stream) --skip-build --filter"
      let only = #"\#(again) ^(?:M\.A/(?:a\(\)))(?:/[^/]+:[0-9]+:[0-9]+)?$"#
      claimEqual(calls, [build, "\(again) A", "\(again) A", only, only, "\(again) A"])
    }

    @Test func `The evidence and the page are what focus report reads and writes`() throws {
      let run = try focus("mutate", "--json", "--html", directory("page.html"))
      claimEqual(run.code, .asRequested)
      claimEqual(run.notes, "The page is in \(directory("page.html")).\n")
      try directory.write(run.output, to: "evidence.json")
      try directory.write(try directory.read("facts"), to: "ledger/a.jsonl")
      let report = ToolRun(
        "report", directory("ledger"), "--evidence", directory("evidence.json"), "--html",
        directory("again.html"))
      #expect(
        report.output.contains(
          "\nAll              2         1   50 %     0           1       1         1\n"))
      #expect(try directory.read("page.html") == directory.read("again.html"))
    }

    @Test func `A package that cannot be built is an error with the compiler's words`() throws {
      let run = try focus("mutate", mode: "broken")
      #expect(run.code == .wrongUsage && run.output == "")
      #expect(
        run.notes == """
          focus: The tests do not build:
            M/A.swift:1:1: error: no such thing

          """)
    }

    @Test func `A run without a test is an error with what it printed`() throws {
      let run = try focus("mutate", "--", "--unknown", mode: "missing")
      #expect(run.code == .wrongUsage && run.output == "")
      #expect(
        run.notes == """
          focus: `swift test --unknown` does not come to run the tests:

          error: no such option

          """)
    }

    @Test func `Ctrl-C ends the tests, and what is known is printed`() throws {
      let run = try focus("mutate", mode: "stop")
      claimEqual(run.code, .wrongUsage)
      #expect(
        run.output.replacing(/in [\d.]+ s/, with: "in 1 s") == """
          Stopped before the end. These are the results so far. 2 of 2 mutants were not
          tried in each of their tests.

          2 mutants: 0 killed, 0 survived, 2 not tried to the end, in 1 s and 0 rounds.

          """)
      #expect(
        run.notes == "focus: Stopped before the end. The output has the results so far.\n")
    }

    // MARK: - In review

    /// Creates a repository for the package, and commits all files.
    private func commit() throws {
      try directory.write("", to: "Package.swift")
      try directory.write("struct Profile { enum Action {} }", to: "Sources/P/Profile.swift")
      try directory.write("struct A { @Test func a() { Profile() } }", to: "Tests/M/A.swift")
      try directory.write("*\n!/Package.swift\n!*/\n!/Sources/**\n!/Tests/**\n", to: ".gitignore")
      try directory.write(
        """
        {"name":"P","path":"\(directory.path)","targets":[
        {"name":"P","type":"library","path":"Sources/P","sources":["Profile.swift"]},
        {"name":"M","type":"test","path":"Tests/M","sources":["A.swift"],
        "target_dependencies":["P"],"product_dependencies":["FocusedEvidence"]}]}
        """, to: "describe.json")
      try git("init", "--quiet")
      try git("add", "--all")
      try git(
        "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "First")
    }

    private func git(_ arguments: String...) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["git", "-C", directory.path] + arguments
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }

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
          Since HEAD: nothing differs that a feature is made or tested with.

          0 mutants: 0 killed, 0 survived, in 0 s and 0 rounds.

          """)
      #expect(try calls() == 0)
    }

    @Test func `What differs from a revision is tried, committed or not`() throws {
      try commit()
      try directory.write("struct Profile { enum Action { } }", to: "Sources/P/Profile.swift")
      let run = try focus("mutate", "--since", "HEAD", "--fail-under", "90")
      claimEqual(run.code, .belowRequest)
      #expect(
        run.output.hasPrefix(
          """
          Since HEAD: 1 of 1 feature differs, or may: Profile.

          Survived: 1
          """))
      #expect(run.output.contains("\n  Handled at Sources/P/Profile.swift:1\n"))

      try directory.write("// swift-tools-version: 6.2", to: "Package.swift")
      let all = try focus("mutate", "--since", "HEAD")
      #expect(
        all.output.hasPrefix(
          """
          Since HEAD: 1 of 1 feature differs, or may: Profile. All are meant, because
          Package.swift differs.

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
          Since HEAD: nothing differs that a feature is made or tested with.
          Taken over from an earlier run: 2 mutants.

          Survived: 1
          """))
      #expect(run.output.hasSuffix("\n2 mutants: 1 killed, 1 survived, in 0 s and 0 rounds.\n"))

      #expect(
        try focus(arguments + ["--source"]).notes == """
          focus: evidence.json is not of mutants of the source. Expected what \
          `focus mutate --source --json` prints.

          """)

      // An untracked file is a change, too. Evidence from a run with changes belongs to no commit.
      try directory.write("struct New {}", to: "Sources/P/New.swift")
      let new = try focus(arguments)
      #expect(new.output.hasPrefix("Since HEAD: 1 of 1 feature differs, or may: Profile.\n\n"))
      try directory.write(try focus("mutate", "--json").output, to: "evidence.json")
      #expect(
        try focus(arguments).notes == """
          focus: evidence.json does not say of which commit it is. Expected what \
          `focus mutate --json` prints where nothing differs from HEAD.

          """)
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
          " is in no git repository, or git does not trust its owner. Expected one for --since.\n"))
      try commit()
      let unknown = try focus("mutate", "--since", "origin/main")
      #expect(unknown.code == .wrongUsage && unknown.output == "")
      #expect(
        unknown.notes == """
          focus: There is no revision origin/main here. Expected a branch, a tag or a commit; in \
          GitHub Actions, actions/checkout with fetch-depth: 0.

          """)
    }

    @Test func `The shards together are what one machine finds`() throws {
      for number in 1...2 {
        let run = try focus("mutate", "--shard", "\(number)/2", "--json")
        #expect(run.code == .asRequested)
        try directory.write(run.output, to: "\(number).json")
        #expect(try MutantEvidence(file: directory("\(number).json")).counts.all == 1)
      }
      let text = try focus("mutate", "--shard", "2/2").output
      #expect(text.hasPrefix("Shard 2 of 2: a part of 2 mutants.\n\nSurvived: 1\n"))
      let merged = try focus("report", "--evidence", "1.json", "2.json")
      #expect(merged.code == .asRequested && merged.notes == "")
      #expect(merged.output.contains("\n2 mutants: 1 killed, 1 survived, in "))
      let one = try focus("report", "--evidence", "1.json")
      claimEqual(one.code, .wrongUsage)
      #expect(
        one.notes == "focus: Missing: shard 2 of 2. What they try is not in this report.\n")
    }

    // MARK: - Writing tests

    @Test func `What could not be written is said beside the result, whose exit code stays`() throws
    {
      try commit()
      let run = try focus(
        "mutate", "--json", "--fail-under", "51", "--write-tests", "survivors.diff")
      claimEqual(run.code, .belowRequest)
      try directory.write(run.output, to: "evidence.json")
      #expect(try MutantEvidence(file: directory("evidence.json")).counts[.survived] == 1)
      #expect(
        run.notes == """
          No test was written.
          1 could not be written:
            Profile · .save → name
              M.A/a uses no TestStore. Expected a test that drives one.
          focus: 50 % of the mutants are killed (1 of 2), and --fail-under asks for 51.

          """)
      #expect(!FileManager.default.fileExists(atPath: directory("survivors.diff")))
    }

    @Test func `Nothing is written where nothing differs`() throws {
      try commit()
      let run = try focus("mutate", "--since", "HEAD", "--write-tests", "new.diff")
      claimEqual(run.code, .asRequested)
      claimEqual(run.notes, "No mutant survived, so no test was written.\n")
    }

    private func focus(_ arguments: String..., mode: String = "") throws -> ToolRun {
      try focus(arguments, mode: mode)
    }

    private func focus(_ arguments: [String], mode: String = "") throws -> ToolRun {
      let process = Process()
      process.executableURL = try builtTool()
      process.arguments = arguments
      var environment = ProcessInfo.processInfo.environment
      environment["PATH"] = directory("bin") + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
      environment["FAKE"] = directory.path
      environment["MODE"] = mode
      process.environment = environment
      process.currentDirectoryURL = URL(fileURLWithPath: directory.path)
      return try ToolRun(process, writingTo: directory)
    }
  }
#endif
