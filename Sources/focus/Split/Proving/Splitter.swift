import SourceReading
import TestEvents

/// Splits one test: traces it, tries candidates for each of its behaviors in a copy of the package, and proves the
/// chosen tests.
package struct Splitter {
  private let found: FoundTest
  private let console: Console
  private let workspace: SplitWorkspace

  /// The maximum number of times that tests are chosen, because chosen tests may turn out to fail.
  private static let choiceLimit = 5

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
    if let refusal = found.refusal { throw .input(refusal.text(of: name)) }
    progress.show("Building \(name) in \(workspace.directory) …")
    try workspace.build()
    progress.show("Running \(name) with a trace …")
    let test = try workspace.read(found, try workspace.trace(name))
    var session = Session(plan: SplitPlan(test, taken: found.typeNames))
    progress.show("Building the ways to test \(session.plan.subjects.count) behaviors …")
    try workspace.search(&session.plan, of: found, &progress)
    do throws(ToolError) {
      try prove(&session, &progress)
    } catch {
      // Tests proven before Ctrl-C are kept.
      guard Interruption.process.isRaised, session.draft?.tests.isEmpty == false else {
        throw error
      }
      session.isInterrupted = true
    }
    guard let draft = session.draft, !draft.tests.isEmpty else {
      throw .input(test.refusal(because: session.problems))
    }
    let inputs = session.plan.severalInputs(in: draft.tests)
    return SplitResult(
      draft: draft, kills: session.kills,
      problems: test.problems(proven: session.kills?.kept) + session.problems + inputs.problems,
      merged: inputs.merged, isInterrupted: session.isInterrupted)
  }

  // MARK: - The proof

  private struct Session {
    var plan: SplitPlan
    var draft: Draft?
    var kills: KillComparison?
    var problems: [SplitProblem] = []
    var isInterrupted = false
  }

  /// Chooses tests until all of them pass, and kill what they can kill.
  private func prove(
    _ session: inout Session, _ progress: inout ProgressLine
  ) throws(ToolError) {
    var alone: Set<Behavior> = []
    for attempt in 1...Self.choiceLimit {
      let choice = session.plan.choice(
        naming: TestNaming(beside: found.function), alone: alone)
      session.problems = choice.problems
      guard !choice.tests.isEmpty else { return }
      progress.show("Running \(count(choice.tests.count, "test")) …")
      let proof = try Prover(workspace: workspace).passing([
        Draft(found: found, template: session.plan.template, tests: choice.tests)
      ])
      let draft = proof.drafts[0]
      session.draft = draft
      session.kills = nil
      for (_, test, reason) in proof.failures {
        session.problems.append(
          SplitProblem(
            line: session.plan.template.line(of: test.candidate),
            reason: "the test `\(test.function)` is left out: \(reason)",
            behavior: test.behaviors.first))
        // If a test combines several assertions, only one of them may fail, so each gets a separate test.
        if test.ways.count > 1, alone.isDisjoint(with: test.behaviors) {
          alone.formUnion(test.behaviors)
        } else {
          for way in test.ways { session.plan.evidence[way]?.fail(because: reason) }
        }
      }
      if draft.tests.isEmpty || !proof.failures.isEmpty && attempt < Self.choiceLimit { continue }
      let kills = try compareKills(of: session.plan.template.test, proof.tests, &progress)
      session.kills = kills
      if attempt == Self.choiceLimit { break }
      // A behavior that shares a test with another may need a separate test.
      let covered = kills.lost.subtracting(alone).filter { behavior in
        draft.tests.contains { $0.behaviors.count > 1 && $0.behaviors.contains(behavior) }
      }
      alone.formUnion(covered)
      if try !addAbsences(of: kills.lost.subtracting(covered), to: &session, &progress),
        covered.isEmpty
      {
        break
      }
    }
  }

  /// Adds tests of effects whose mutants no test kills. These tests expect the absence of actions.
  ///
  /// - Returns: Whether there are other tests to choose.
  private func addAbsences(
    of lost: Set<Behavior>, to session: inout Session, _ progress: inout ProgressLine
  ) throws(ToolError) -> Bool {
    let effects = lost.filter { $0.outcome.kind.sign == .effect }
    let tried = session.plan.subjects.filter { subject in
      subject.isAbsence && subject.behavior.map(effects.contains) == true
    }
    let added = effects.subtracting(tried.compactMap(\.behavior))
    try workspace.addAbsences(
      of: Dictionary(uniqueKeysWithValues: added.map { (.behavior($0), $0) }),
      to: &session.plan, of: found, &progress)
    // A candidate that kills a mutant in a trial may not kill it as a test.
    let vain = tried.compactMap { subject in
      session.plan.working(subject).map { (subject.mutants.keys, $0) }
    }
    for (mutants, way) in vain {
      for mutant in mutants { session.plan.evidence[way]?.kills[mutant] = false }
    }
    let isFound = session.plan.subjects.contains { subject in
      subject.isAbsence && subject.behavior.map(added.contains) == true
        && session.plan.working(subject) != nil
    }
    return isFound || !vain.isEmpty
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
      line.show("Proving what is not killed, by the original: \($0)")
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
  package let lost: Set<Behavior>

  /// The asserted behaviors whose mutants could not be judged, for example, because a field could not be restored.
  package let undecided: Set<Behavior>

  package init(kept: Set<Behavior>, lost: Set<Behavior> = [], undecided: Set<Behavior> = []) {
    self.kept = kept
    self.lost = lost
    self.undecided = undecided
  }

  /// The number of mutants of asserted behaviors that the original kills.
  package var count: Int { kept.count + lost.count + undecided.count }
}

extension MutantEvidence {
  /// The behaviors whose mutants at least one test kills.
  fileprivate var killed: Set<Behavior> {
    Set(mutants.filter { $0.tests.contains { $0.result.isKill } }.compactMap(\.behavior))
  }

  /// The behaviors that a test asserts, but whose mutants could not be judged.
  fileprivate var undecided: Set<Behavior> {
    let unclear = mutants.filter { mutant in
      mutant.tests.contains { test in
        test.mark == .asserted && !test.result.isJudgment
      }
    }
    return Set(unclear.compactMap(\.behavior)).subtracting(killed)
  }
}
