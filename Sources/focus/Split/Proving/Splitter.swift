import SourceReading
import TestEvents

/// Splits one test: traces it, tries candidates for each of its behaviors in a copy of the package, and proves the
/// chosen tests.
package struct Splitter {
  let found: FoundTest
  let console: Console
  private let workspace: SplitWorkspace

  /// The maximum number of times that tests are chosen, because chosen tests may turn out to fail.
  private static let choiceLimit = 4

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
    var plan = SplitPlan(test, taken: found.typeNames)
    progress.show("Building the ways to test \(plan.subjects.count) behaviors …")
    var evidence = try workspace.evidence(for: &plan, &progress)
    var session = Session(plan: plan)
    do throws(ToolError) {
      try prove(&session, &evidence, &progress)
    } catch {
      // Tests proven before Ctrl-C are kept.
      guard Interruption.process.isRaised, session.proof?.isEmpty == false else { throw error }
      session.isInterrupted = true
    }
    guard let proof = session.proof, let draft = proof.drafts.first, !draft.tests.isEmpty else {
      throw .input(
        "No behavior of \(name) can be tested alone:\n"
          + (test.problems() + session.problems).map { "  " + $0.sentence }
          .joined(separator: "\n"))
    }
    return SplitResult(
      draft: draft, kills: session.kills,
      problems: test.problems(proven: session.kills?.kept ?? []) + session.problems,
      merged: test.mergedInputs, isInterrupted: session.isInterrupted)
  }

  // MARK: - The proof

  private struct Session {
    var plan: SplitPlan
    var proof: Prover.Proof?
    var kills: KillComparison?
    var problems: [SplitProblem] = []
    var isInterrupted = false
  }

  private func prove(
    _ session: inout Session, _ evidence: inout SplitPlan.Evidence, _ progress: inout ProgressLine
  ) throws(ToolError) {
    let prover = Prover(workspace: workspace)
    var alone: Set<Behavior> = []
    for attempt in 1...Self.choiceLimit {
      let choice = session.plan.choice(
        by: evidence, naming: TestNaming(beside: found.function), alone: alone)
      session.problems = choice.problems
      guard !choice.tests.isEmpty else { return }
      progress.show("Running \(count(choice.tests.count, "test")) …")
      let proof = try prover.passing([
        Draft(found: found, template: session.plan.template, tests: choice.tests)
      ])
      session.proof = proof
      session.problems += proof.failures.map { _, test, reason in
        SplitProblem(
          line: session.plan.template.line(of: test.candidate),
          reason: "the test `\(test.function)` is left out: \(reason)",
          behavior: test.behaviors.first)
      }
      var isFinal = proof.failures.isEmpty
      for (_, test, reason) in proof.failures {
        // If a test combines several assertions, only one of them may fail, so each gets a separate test.
        if test.ways.count > 1, alone.isDisjoint(with: test.behaviors) {
          alone.formUnion(test.behaviors)
        } else {
          for way in test.ways {
            evidence.outcomes[way]?.passed = false
            evidence.outcomes[way]?.failure = reason
          }
        }
      }
      if proof.isEmpty { continue }
      if isFinal || attempt == Self.choiceLimit {
        session.kills = try compareKills(of: session.plan.template.test, proof, &progress)
        // A behavior that shares a test with another may need a separate test.
        let lost = session.kills?.lost.subtracting(alone) ?? []
        let covered = lost.filter { behavior in
          proof.drafts[0].tests.contains { $0.topics.count > 1 && $0.behaviors.contains(behavior) }
        }
        isFinal = covered.isEmpty
        alone.formUnion(covered)
      }
      if isFinal { break }
    }
    try addAbsences(to: &session, prover, &progress)
  }

  /// Adds tests of effects whose mutants no test kills. These tests expect the absence of actions.
  private func addAbsences(
    to session: inout Session, _ prover: Prover, _ progress: inout ProgressLine
  ) throws(ToolError) {
    let lost = session.kills?.lost.filter { $0.outcome.kind.sign == .effect } ?? []
    guard let proof = session.proof, !lost.isEmpty else { return }
    progress.show("Trying to test effects by what does not arrive …")
    let tests = try workspace.testsOfAbsences(
      Dictionary(uniqueKeysWithValues: lost.map { (.behavior($0), $0) }), session.plan, of: found,
      naming: TestNaming(
        beside: found.function, taken: proof.drafts.flatMap(\.tests).map(\.function)))
    guard !tests.isEmpty else { return }
    var drafts = proof.drafts
    drafts[0].tests += tests.map(\.test)
    let extended = try prover.passing(drafts)
    guard extended.drafts[0].tests.count > proof.drafts[0].tests.count else { return }
    session.kills = try compareKills(of: session.plan.template.test, extended, &progress)
    session.proof = extended
  }

  /// Tries each mutant in the new tests until one kills it, and the remaining mutants in the original.
  ///
  /// The original tries one mutant per run. The new tests try several mutants per run, so most are killed in the
  /// first run.
  private func compareKills(
    of test: TracedTest, _ proof: Prover.Proof, _ progress: inout ProgressLine
  ) throws(ToolError) -> KillComparison {
    var line = progress
    let killed = try workspace.mutants(of: proof.tests) { line.show("Proving: \($0.text)") }.killed
    let kept = killed.intersection(test.behaviors(isAsserted: true))
    let rest = test.behaviors(isAsserted: false).subtracting(killed)
    guard !rest.isEmpty else { return KillComparison(kept: kept) }
    let original = try workspace.mutants(
      of: [found.function.name], among: Set(rest.map(MutantSubject.behavior))
    ) {
      line.show("Proving what is not killed, by the original: \($0.text)")
    }
    progress = line
    return KillComparison(kept: kept, lost: original.killed, undecided: original.undecided)
  }
}

extension SplitWorkspace {
  /// Tests that expect the absence of actions. Each is proven by its mutant only.
  func testsOfAbsences(
    _ effects: [MutantSubject: Behavior], _ plan: SplitPlan, of found: FoundTest,
    naming: TestNaming
  ) throws(ToolError) -> [(test: FocusedTest, subject: MutantSubject)] {
    let plan = plan.absences(Set(effects.values).sorted())
    var absences = SplitPlan.Evidence()
    var run = try TrialRun(plan, in: self)
    try run.run(plan.untried(by: absences), adding: &absences)
    let trials = plan.passing(absences, limit: 40)
    guard !trials.isEmpty else { return [] }
    let proof = try Prover(workspace: self).passing([
      Draft(found: found, template: plan.template, tests: trials)
    ])
    guard !proof.isEmpty else { return [] }
    let evidence = try mutants(of: proof.tests, among: Set(effects.keys), triesAll: true)
    var naming = naming
    return effects.sorted { $0.key < $1.key }.compactMap { subject, behavior in
      let killers = evidence.killers(of: subject)
      let draft = proof.drafts[0]
      return draft.tests.first { killers.contains(draft.name(of: $0)) }.map { test in
        var test = test
        test.name = naming.name(of: [behavior])
        return (test, subject)
      }
    }
  }
}

/// The result of a split.
package struct SplitResult: Sendable {
  package let draft: Draft
  /// The results of the mutants; `nil` if they were not tried.
  package let kills: KillComparison?
  package let problems: [SplitProblem]
  /// The behaviors that the original asserts with several inputs. A new test asserts each with one input.
  package let merged: [MergedInputs]
  /// Whether Ctrl-C ended the proof.
  package let isInterrupted: Bool

  package init(
    draft: Draft, kills: KillComparison?, problems: [SplitProblem] = [],
    merged: [MergedInputs] = [], isInterrupted: Bool = false
  ) {
    self.draft = draft
    self.kills = kills
    self.problems = problems
    self.merged = merged
    self.isInterrupted = isInterrupted
  }

  /// Whether new tests assert everything that the original asserts, pass, and kill the same mutants.
  package var isComplete: Bool {
    !isInterrupted && problems.isEmpty && kills?.lost.isEmpty == true
      && kills?.undecided.isEmpty == true
  }

  package var tests: [FocusedTest] { draft.tests }

  /// The file with the new tests.
  ///
  /// - Parameter removesOriginal: Whether to remove the original.
  package func file(removingOriginal removesOriginal: Bool) -> PatchedFile {
    PatchedFile([draft], removesOriginals: removesOriginal)
  }

  /// The full name of a new test.
  package func name(of test: FocusedTest) -> TestName { draft.name(of: test) }
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
  var killed: Set<Behavior> {
    Set(mutants.filter { $0.tests.contains { $0.result.isKill } }.compactMap(\.behavior))
  }

  /// The behaviors that a test asserts, but whose mutants could not be judged.
  var undecided: Set<Behavior> {
    let unclear = mutants.filter { mutant in
      mutant.tests.contains { test in
        test.mark == .asserted && !test.result.isJudgment
      }
    }
    return Set(unclear.compactMap(\.behavior)).subtracting(killed)
  }
}
