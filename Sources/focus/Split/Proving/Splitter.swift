import SourceReading
import TestEvents

/// Splits one test: traces it, tries candidates for each of its behaviors in a copy of the package, and proves the
/// chosen tests.
package struct Splitter {
  private let found: FoundTest
  private let console: Console
  private let workspace: SplitWorkspace

  /// - Throws: An error if another command has the copy.
  package init(package: TestedPackage, found: FoundTest, console: Console) throws(ToolError) {
    self.found = found
    self.console = console
    workspace = try SplitWorkspace(package, for: [found])
  }

  package func split() throws(ToolError) -> SplitResult {
    var progress = ProgressLine(console, isPaced: false)
    defer { progress.end() }
    let name = found.function.name
    try found.checkSource()
    progress.show("Building \(name) in \(workspace.directory) …")
    try workspace.build()
    progress.show("Running \(name) with a trace …")
    let test = try TracedTest(
      found.function, workspace.trace(name), file: found.fileID,
      initializers: workspace.initializers)
    let plan = SplitPlan(test, taken: found.typeNames)
    progress.show("Building possible tests of \(count(plan.subjects.count, "behavior")) …")
    var session = try SplitSession(plan, of: found, in: workspace, &progress)
    var kills: KillComparison?
    var isInterrupted = false
    do throws(ToolError) {
      try session.prove(&progress) { draft, progress throws(ToolError) in
        if draft.tests.isEmpty { return [:] }
        let comparison = try compareKills(of: test, draft.names, &progress)
        kills = comparison
        return Dictionary(uniqueKeysWithValues: comparison.lost.map { (.behavior($0), $0) })
      }
    } catch {
      // Tests proven before Ctrl-C are kept.
      guard Interruption.process.isRaised, !session.draft.tests.isEmpty else { throw error }
      isInterrupted = true
    }
    // After Ctrl-C, the mutants may have been tried on other tests.
    if !session.isJudged { kills = nil }
    let draft = session.draft
    guard !draft.tests.isEmpty else { throw .input(test.refusal(because: session.problems)) }
    let inputs = session.plan.severalInputs(in: draft.tests)
    let problems =
      test.problems(in: draft.tests, proven: kills?.kept) + session.problems + inputs.problems
    let unused = test.unused(
      in: draft.tests, listed: Set(problems.map(\.line) + inputs.merged.flatMap(\.lines)))
    return SplitResult(
      draft: draft, kills: kills, problems: problems + unused.assertions, merged: inputs.merged,
      unused: unused.calls, isInterrupted: isInterrupted)
  }

  /// Tries each mutant in the new tests until one kills it, and the remaining mutants in the original.
  ///
  /// The original tries one mutant per run. The new tests try several mutants per run, so most are killed in the
  /// first run.
  private func compareKills(
    of test: TracedTest, _ tests: [TestName], _ progress: inout ProgressLine
  ) throws(ToolError) -> KillComparison {
    var line = progress
    let killed = try workspace.mutants(of: tests) { line.show("Proving: \($0)") }.killed
    let kept = killed.intersection(test.behaviors(isAsserted: true))
    let rest = test.behaviors(isAsserted: false).subtracting(killed)
    guard !rest.isEmpty else { return KillComparison(kept: kept) }
    let original = try workspace.mutants(
      of: [found.function.name], among: Set(rest.map(MutantSubject.behavior))
    ) {
      line.show("Trying the remaining mutants in the original: \($0)")
    }
    progress = line
    return KillComparison(kept: kept, lost: original.killed, undecided: original.undecided)
  }
}

/// A comparison of the mutants that the original kills and those that the new tests kill.
package struct KillComparison: Hashable, Sendable {
  /// The mutants of the original's asserted behaviors that at least one new test kills.
  package let kept: Set<Behavior>

  /// The mutants that only the original kills.
  package var lost: Set<Behavior> = []

  /// The asserted behaviors whose mutants could not be judged, for example, because a field could not be restored.
  package var undecided: Set<Behavior> = []

  /// The number of mutants of asserted behaviors that the original kills.
  package var count: Int { kept.count + lost.count + undecided.count }
}

extension MutantEvidence {
  /// The behaviors whose mutants at least one test kills.
  fileprivate var killed: Set<Behavior> {
    Set(mutants.filter { $0.trials.contains { $0.result.isKill } }.compactMap(\.behavior))
  }

  /// The behaviors that a test asserts, but whose mutants could not be judged.
  fileprivate var undecided: Set<Behavior> {
    let unclear = mutants.filter { mutant in
      mutant.trials.contains { trial in
        trial.level == .asserted && !trial.result.isJudgment
      }
    }
    return Set(unclear.compactMap(\.behavior)).subtracting(killed)
  }
}
