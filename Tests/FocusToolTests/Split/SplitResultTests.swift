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
    claimGolden(result.summary, "summary.txt", section: "what is left out or lost")
  }

  @Test func `what no mutant can show counts, and is named`() async throws {
    let result = try await result(
      kept: ["name"], undecided: ["age"],
      merged: [
        MergedInputs(behavior: Self.behavior("name"), lines: [3, 9], areSame: true),
        MergedInputs(behavior: Self.behavior("age"), lines: [4, 8], areSame: false),
      ], unused: [SplitProblem(line: 6, reason: "`await store.send(.saveTapped)`")])
    #expect(!result.isComplete)
    claimGolden(result.summary, "summary.txt", section: "what no mutant can show")
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
    let text = result.json(in: file)
      .replacing(SplitFixtures.file, with: "FILE")
      .replacing("\"line\" : \(line)", with: "\"line\" : LINE")
      .replacing("\"line\" : \(line + 5)", with: "\"line\" : LINE + 5")
    claimGolden(text, "split.json")
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
