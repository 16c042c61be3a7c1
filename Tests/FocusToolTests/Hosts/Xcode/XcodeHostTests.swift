#if os(Linux) || os(macOS)
  import Foundation
  import TestEvents
  import Testing
  import focus

  /// The commands with a fake `xcodebuild`, which runs no tests.
  struct XcodeHostTests {
    let directory: TemporaryDirectory

    init() throws {
      directory = try TemporaryDirectory()
      try writeFact(.asserted)
      try directory.writeProgram("xcodebuild", Self.xcodebuild)
      try directory.writeProgram("xcrun", Self.xcrun)
    }

    /// An `xcodebuild` with one test.
    private static let xcodebuild = #"""
      #!/bin/sh
      echo "$@" >>"$FAKE/calls"
      case "$MODE" in
        scheme) echo 'xcodebuild: error: It does not contain a scheme named "App".'; exit 65 ;;
        compiler) echo "M/A.swift:1:1: error: no such thing"; exit 65 ;;
      esac
      if [ "$1" = build-for-testing ]; then exit; fi
      while [ $# -gt 0 ]; do
        case "$1" in
          -resultBundlePath) bundle=$2 ;; -test-enumeration-output-path) list=$2 ;;
        esac
        shift
      done
      if [ -n "$list" ]; then
        echo '{"values":[{"enabledTests":[{"identifier":"M/A/a()"}]}],"errors":[]}' >"$list"
        exit
      fi
      mkdir "$bundle"
      case "$MODE" in
        nothing) exit 0 ;;
        early) printf 'Testing failed:\n\tM (7) encountered an error (Early unexpected exit)\n'; exit 65 ;;
      esac
      touch "$bundle/ran"
      ledger=$TEST_RUNNER_FOCUSED_LEDGER
      if [ -n "$ledger" ]; then mkdir -p "$ledger"; cp "$FAKE/facts" "$ledger/ledger-1-a.jsonl"; fi
      trace=$TEST_RUNNER_FOCUSED_TRACE
      if [ -n "$trace" ]; then cp "$FAKE/trace" "$trace"; fi
      case "$MODE" in failing) exit 65 ;; esac
      """#

    private static let xcrun = #"""
      #!/bin/sh
      while [ "$1" != --path ]; do shift; done
      echo >>"$FAKE/results"
      if [ "$MODE" = stop ] && [ "$(grep -c "" "$FAKE/results")" = 3 ]; then
        kill -INT "$PPID"; sleep 100 >/dev/null 2>&1 </dev/null
      fi
      result=Passed
      if [ "$MODE" = failing ]; then result=Failed; fi
      if [ -e "$2/ran" ]; then
        printf '{"testNodes":[{"nodeType":"Unit test bundle","name":"M","children":[{"nodeType":"Test Case",'
        printf '"name":"a()","nodeIdentifier":"A/a()","nodeIdentifierURL":"test://x/P/M/A/a()","result":"%s"}]}]}' $result
      else
        echo '{"testNodes":[]}'
      fi
      """#

    /// Writes the ledger of the test.
    private func writeFact(_ mark: Behavior.Mark) throws {
      let test = LedgerTest(name: "M.A/a()", file: "M/A.swift", line: 3)
      try directory.write(
        ledgerText([LedgerFact(behavior: field("isSaving"), mark: mark, test: test)]), to: "facts")
    }

    private func focus(
      _ arguments: String..., mode: String = "", environment: [String: String] = [:]
    ) throws -> ToolRun {
      try ToolRun(
        arguments + ["--scheme", "App", "--destination", "platform=macOS"], asProcessIn: directory,
        environment: environment.merging(["MODE": mode]) { $1 })
    }

    private func calls() throws -> [String] {
      try directory.read("calls").split(separator: "\n").map {
        String($0).replacing(/[^ ]*\/run-[^ ]*.xcresult/, with: "BUNDLE")
          .replacing(/[^ ]*\/tests.json/, with: "LIST")
          .replacing(directory.path, with: "DIR")
      }
    }

    @Test func `A report builds once, and runs the tests once`() throws {
      let run = try focus("report", "--workspace", "W.xcworkspace")
      #expect(run.code == .asRequested && run.notes == "")
      #expect(run.output.contains("Profile          1"))
      let scheme =
        "-scheme App -destination platform=macOS -workspace W.xcworkspace "
        + "-derivedDataPath DIR/.build/focus/xcode"
      #expect(
        try calls() == [
          "build-for-testing \(scheme)",
          "test-without-building \(scheme) -resultBundlePath BUNDLE -parallel-testing-enabled NO",
        ])
    }

    @Test func `A failing test is named`() throws {
      let run = try focus("report", mode: "failing")
      claimEqual(run.code, .noTestPasses)
      #expect(run.notes.hasPrefix("focus: 1 test fails: M.A/a().\n"))
    }

    @Test func `A second command is an error while another one builds the scheme`() throws {
      let claim = DirectoryClaim()
      try claim.claim(directory(".build/focus/xcode"), of: "the build of the scheme")
      claimEqual(
        try focus("report"),
        .error(
          "Another `focus` is using the build of the scheme in "
            + "\(directory(".build/focus/xcode")). Run this command again after it ends."))
      withExtendedLifetime(claim) {}
    }

    @Test func `Tests that record nothing are an error with what is expected`() throws {
      claimEqual(
        try focus("report", mode: "nothing"),
        .error(
          "The tests recorded nothing. Expected tests that create a TestStore, in "
            + "a target that links FocusedEvidence and runs on this Mac or in a simulator, without a "
            + "sandbox.", code: .noResult))
    }

    @Test(arguments: ["report", "mutate"])
    func `A process that ends before its first test is an error with what was printed`(
      command: String
    ) throws {
      claimEqual(
        try focus(command, mode: "early"),
        .error(
          """
          `xcodebuild test-without-building` failed before it ran the tests:

          Testing failed:
          \tM (7) encountered an error (Early unexpected exit)
          """, code: .noResult))
    }

    @Test func `A test is listed, selected, and shown`() throws {
      try directory.write(
        Trace.header
          + TimelineRow.line(
            TimelineRow(.failure, "No", at: LedgerLocation(file: "M/A.swift", line: 5)),
            number: 0, at: 0),
        to: "trace")
      let run = try focus("show", "--test", "a")
      claimEqual(run.notes, "")
      #expect(
        run.output == """
          M.A/a passed

          ✗   5  No

          """)
      let scheme =
        "-scheme App -destination platform=macOS -derivedDataPath DIR/.build/focus/xcode"
      claimEqual(
        Array(try calls().dropFirst()),
        [
          "test-without-building \(scheme) -enumerate-tests -test-enumeration-style flat "
            + "-test-enumeration-format json -test-enumeration-output-path LIST",
          "test-without-building \(scheme) -resultBundlePath BUNDLE -parallel-testing-enabled NO "
            + "-only-testing:M/A/a() -only-testing:M/A/a()()",
        ])
    }

    @Test func `Ctrl-C while the results are read prints what is known`() throws {
      let run = try focus("mutate", mode: "stop")
      claimEqual(run.code, .interrupted)
      #expect(run.output.hasPrefix("Stopped early. These are the results so far."))
      claimEqual(run.notes, "focus: Stopped early. The output contains the results so far.\n")
    }

    @Test func `A test that the scheme does not have is an error`() throws {
      claimEqual(
        try focus("show", "--test", "M.A/b"),
        .error(
          "There is no test M.A/b in the scheme. Expected a name such as "
            + "AppTests.ProfileTests/testSaving."))
    }

    @Test(arguments: [
      (
        "scheme",
        """
        focus: `xcodebuild` failed with exit code 65, and printed:
          xcodebuild: error: It does not contain a scheme named "App".
        """
      ),
      ("compiler", "focus: The tests do not build:\n  M/A.swift:1:1: error: no such thing\n"),
    ])
    func `A build that fails is one error`(mode: String, beginning: String) throws {
      for command in ["mutate", "report"] {
        let run = try focus(command, mode: mode)
        #expect(run.code == .noResult && run.output == "")
        #expect(run.notes.hasPrefix(beginning), "\(run.notes)")
      }
    }

    @Test func `A missing xcodebuild is an error`() throws {
      let run = try focus("mutate", environment: ["PATH": directory("none")])
      claimEqual(run.code, .noResult)
      #expect(
        run.notes.hasPrefix(
          "focus: `xcodebuild` failed with exit code 127, and printed:\n  "))
    }
  }
#endif
