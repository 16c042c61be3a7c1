#if os(Linux) || os(macOS)
  import Foundation
  import TestEvents
  import Testing
  import focus

  /// The command with a fake `swift`.
  struct ReportProcessTests {
    let directory: TemporaryDirectory

    init() throws {
      directory = try TemporaryDirectory()
      try directory.write("", to: "Package.swift")
      try directory.writeProgram("swift", FakeSwift.script)
      try directory.write(ledgerText(sampleFacts), to: "facts")
    }

    private func focus(_ arguments: String..., mode: String = "") throws -> ToolRun {
      try ToolRun(["report"] + arguments, asProcessIn: directory, environment: ["MODE": mode])
    }

    @Test func `the tests are built and run once, and leave no ledger`() throws {
      let run = try focus("--fail-under", "51", "--", "--parallel")
      claimEqual(run.code, .belowRequest)
      #expect(
        run.notes
          == "focus: 50 % of the behaviors are asserted (2 of 4), but --fail-under requires 51.\n")
      #expect(run.output.contains("\nAll              4         2   50 %     1           1\n"))
      let calls = try directory.read("calls").split(separator: "\n")
      claimEqual(calls.count, 2)
      #expect(calls[0].hasPrefix("build --package-path \(directory.path) --build-tests"))
      #expect(calls[1].hasPrefix("test --package-path \(directory.path) --parallel "))
      let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      claimEqual(files.sorted(), ["Package.swift", "bin", "calls", "facts", "notes", "output"])
    }

    @Test func `tests that do not build are an error`() throws {
      claimEqual(
        try focus(mode: "broken"),
        .error(
          "The tests do not build:\n  M/A.swift:1:1: error: no such thing", code: .noResult))
    }

    @Test func `a suite in which everything fails is an error, and its tests are named`() throws {
      let run = try focus(mode: "failing")
      claimEqual(run.code, .noTestPasses)
      claimEqual(run.output, "")
      #expect(
        run.notes == """
          focus: 2 tests fail: M.A/a(), X.testB.
          focus: No test passes, so there is nothing to report.

          """)
    }

    @Test func `tests that record nothing are an error`() throws {
      try directory.write(ledgerText([]), to: "facts")
      claimEqual(
        try focus(),
        .error(
          "The tests recorded nothing. Expected tests that create a TestStore, in a target that "
            + "links FocusedEvidence and runs on this Mac or in a simulator, without a sandbox.",
          code: .noResult))
    }
  }
#endif
