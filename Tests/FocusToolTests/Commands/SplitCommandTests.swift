import BehaviorLedger
import Foundation
import Testing
import focus

/// What `focus split` says, and its exit codes, as far as nothing has to be built.
struct SplitCommandTests {
  @Test func `no file is written over`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("mine", to: "Tests.swift")
    let run = ToolRun("split", "--test", "A.B/c", "--output", directory("Tests.swift"))
    claimEqual(run.code, .wrongUsage)
    #expect(
      run.notes == """
        focus split: \(directory("Tests.swift")) exists. Expected the name of a new file.
        See `focus help split`.

        """)
    #expect(try directory.read("Tests.swift") == "mine")
  }

  @Test func `a place that cannot be written to is said before the work`() throws {
    let directory = try TemporaryDirectory()
    let run = ToolRun("split", "--test", "A.B/c", "--output", directory("none/Tests.swift"))
    claimEqual(run.code, .wrongUsage)
    #expect(
      run.notes
        == "focus: The tests cannot be written to \(directory("none/Tests.swift")): "
        + "there is no directory \(directory("none")). Expected one that exists.\n")
  }
}

struct SuiteNamingTests {
  @Test(arguments: [
    ("ProfileTests", "Profile"), ("ProfileExhaustiveTests", "Profile"), ("Tests", "Tests"),
    ("Transfer sheet", "TransferSheet"), ("URLs & paths", "URLsPaths"),
  ])
  func `a suite is named after what it is about`(suite: String, base: String) {
    claimEqual(SuiteNaming.base(of: suite), base)
  }
}

/// The end of `focus split`.
struct SplitSummaryTests {
  @Test func `all is well`() {
    let result = result(passed: ["a", "b"], kept: ["name", "age"])
    #expect(result.isComplete)
    #expect(
      text(result) == """
        App.Tests/testAll is now 2 tests. All pass. They are in F.swift.
        1 of them starts from a state of its own, because that is shorter than the way there.
        2 of the 2 mutants of what the original asserts are killed.
        Not in them: that nothing else changes and nothing else is received. If that is a behavior, \
        keep a test in `.on`.
        """)
  }

  @Test func `what is left out, fails or is not killed is named`() {
    let result = result(
      passed: ["a"], kept: ["name"], lost: ["age"],
      problems: [
        SplitProblem(line: 12, reason: "steps in the block of a `for`"),
        SplitProblem(line: 0, reason: "`send` is called in a helper, at A/B.swift:3"),
      ])
    #expect(!result.isComplete)
    #expect(
      text(result) == """
        App.Tests/testAll is now 2 tests. 1 of them fails. They are in F.swift.
          Fails: b
        1 of them starts from a state of its own, because that is shorter than the way there.
        1 of the 2 mutants of what the original asserts are killed.
          Not killed any more: F · .a → age
        Left out:
          line 12: steps in the block of a `for`.
          `send` is called in a helper, at A/B.swift:3.
        Not in them: that nothing else changes and nothing else is received. If that is a behavior, \
        keep a test in `.on`.
        """)
  }

  @Test func `what no mutant can tell of counts, and is named`() {
    let result = result(
      passed: ["a", "b"], kept: ["name"], undecided: ["age"],
      merged: [MergedInputs(behavior: Self.behavior("name"), lines: [3, 9])])
    #expect(!result.isComplete)
    #expect(
      text(result) == """
        App.Tests/testAll is now 2 tests. All pass. They are in F.swift.
        1 of them starts from a state of its own, because that is shorter than the way there.
        1 of the 2 mutants of what the original asserts are killed, and 1 cannot be tried.
          Not proven: F · .a → age
        Taken together, because only values differ:
          lines 3, 9: F · .a → name
        Not in them: that nothing else changes and nothing else is received. If that is a behavior, \
        keep a test in `.on`.
        """)
  }

  @Test func `a mutant that is not killed any more is not all that was asked`() {
    #expect(!result(passed: ["a", "b"], lost: ["name"]).isComplete)
    #expect(result(passed: ["a", "b"], kept: ["name"]).isComplete)
  }

  private static func behavior(_ field: String) -> Behavior {
    Behavior(feature: "F", action: "a", outcome: .field(field))
  }

  private func text(_ result: SplitResult) -> String {
    SplitSummary(
      result, test: TestName(module: "App", types: ["Tests"], function: "testAll"),
      output: "F.swift"
    ).text
  }

  private func result(
    passed: [String], kept: [String] = [], lost: [String] = [], undecided: [String] = [],
    merged: [MergedInputs] = [], problems: [SplitProblem] = []
  ) -> SplitResult {
    var choice = SplitPlan.Choice()
    choice.tests = [
      FocusedTest(name: "a", candidate: Candidate(start: .beginning, units: [], ending: .finish)),
      FocusedTest(
        name: "b",
        candidate: Candidate(
          start: .state([TracedField(name: "age", value: "1")]), units: [], ending: .finish)),
    ]
    return SplitResult(
      file: FocusedFile(), choice: choice,
      outcomes: TestOutcomes(passed.map { "Test \($0)() passed after" }.joined(separator: "\n")),
      kills: KillComparison(
        kept: Set(kept.map(Self.behavior)), lost: Set(lost.map(Self.behavior)),
        undecided: Set(undecided.map(Self.behavior))),
      problems: problems, merged: merged)
  }
}
