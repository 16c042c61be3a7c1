import FocusedTestStore
import Foundation
import TestEvents
import Testing
@testable import focus

/// The summary and the JSON of a split.
@Suite(.schedules(1)) struct SplitResultTests {
  @Test func `what is left out or lost is named`() async throws {
    let result = try await result(
      kept: ["name"], lost: ["age"],
      problems: [
        SplitProblem(line: 12, reason: "steps in the `for` block"),
        SplitProblem(line: 0, reason: "`send` is called in a helper at A/B.swift:3"),
      ])
    #expect(!result.isComplete)
    expectNoDifference(
      result.summary,
      """
      FocusToolTests.SplitFixtures/testCheck is now 2 tests. All pass, alone and together.
      The new tests kill 1 of the 2 mutants of behaviors that the original asserts.
        Lost: F · .a → age
      Left out:
        line 12: steps in the `for` block.
        `send` is called in a helper at A/B.swift:3.
      The tests do not assert that nothing else changes, that nothing else is received, or that \
      nothing is received too early. If that matters, keep a test in `.on`.
      """)
  }

  @Test func `what no mutant can show counts, and is named`() async throws {
    let result = try await result(
      kept: ["name"], undecided: ["age"],
      merged: [
        MergedInputs(behavior: Self.behavior("name"), lines: [3, 9], areSame: true),
        MergedInputs(behavior: Self.behavior("age"), lines: [4, 8], areSame: false),
      ], unused: [SplitProblem(line: 6, reason: "`await store.send(.saveTapped)`")])
    #expect(!result.isComplete)
    expectNoDifference(
      result.summary,
      """
      FocusToolTests.SplitFixtures/testCheck is now 2 tests. All pass, alone and together.
      The new tests kill 1 of the 2 mutants of behaviors that the original asserts; 1 cannot be tried.
        Not proven: F · .a → age
      Tested once, because these lines assert the same:
        lines 3, 9: F · .a → name
      Tested with the last of several values:
        lines 4, 8: F · .a → age
      Not in any new test:
        line 6: `await store.send(.saveTapped)`.
      The tests do not assert that nothing else changes, that nothing else is received, or that \
      nothing is received too early. If that matters, keep a test in `.on`.
      """)
  }

  @Test func `a split that was stopped is not complete, and says so`() async throws {
    let complete = try await result(kept: ["name"])
    let stopped = SplitResult(
      draft: complete.draft, kills: nil, isInterrupted: true)
    #expect(complete.isComplete && !stopped.isComplete)
    #expect(
      stopped.summary.contains("Stopped early. Not all mutants were tried.\n")
    )
  }

  @Test func `programs read where each test stands, and what is left out`() async throws {
    let result = try await result(
      kept: ["name"], lost: ["age"], undecided: ["mood"],
      problems: [
        SplitProblem(line: 12, reason: "steps in the `for` block"),
        SplitProblem(line: 3, reason: "no", behavior: Self.behavior("age")),
      ])
    let file = PatchedFile([result.draft])
    let lines = file.diff.edited.components(separatedBy: "\n")
    let line = try #require(lines.firstIndex { $0.contains("func `a → rows[]`()") }) + 1
    expectNoDifference(
      result.json(in: file),
      """
      {
        "file" : "\(SplitFixtures.file)",
        "leftOut" : [
          {
            "line" : 12,
            "reason" : "steps in the `for` block"
          },
          {
            "behavior" : "F · .a → age",
            "line" : 3,
            "reason" : "no"
          },
          {
            "behavior" : "F · .a → mood",
            "reason" : "its mutant cannot be tried"
          }
        ],
        "lost" : [
          "F · .a → age"
        ],
        "tests" : [
          {
            "behaviors" : [
              "F · .a → name"
            ],
            "line" : \(line),
            "name" : "FocusToolTests.SplitFixtures/`a → rows\\\\[\\\\]`"
          },
          {
            "behaviors" : [

            ],
            "line" : \(line + 5),
            "name" : "FocusToolTests.SplitFixtures/b"
          }
        ]
      }
      """)
  }

  private static func behavior(_ field: String) -> Behavior {
    Behavior(feature: "F", action: "a", outcome: .field(field))
  }

  private func result(
    kept: [String] = [], lost: [String] = [], undecided: [String] = [],
    merged: [MergedInputs] = [], problems: [SplitProblem] = [], unused: [SplitProblem] = []
  ) async throws -> SplitResult {
    let test = try await traced("testCheck") { await $0.testCheck() }
    let way = try #require(SplitPlan(test).subjects.first?.candidates.last)
    func behaviors(_ fields: [String]) -> Set<Behavior> { Set(fields.map(Self.behavior)) }
    return SplitResult(
      draft: try SplitFixtures.draft(
        of: test,
        [
          FocusedTest(
            name: "`a → rows[]`", candidate: way,
            behaviors: [Self.behavior("name"), Self.behavior("name")]),
          FocusedTest(name: "b", candidate: way),
        ]),
      kills: KillComparison(
        kept: behaviors(kept), lost: behaviors(lost), undecided: behaviors(undecided)),
      problems: problems, merged: merged, unused: unused)
  }
}
