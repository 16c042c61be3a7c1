import BehaviorLedger
import SourceReading

/// Splits one test: traces it, tries the ways to test each of its behaviors in a copy of the package, and
/// runs what it chose.
package struct Splitter {
  let found: FoundTest
  let suiteName: String
  let console: Console
  private let ground: ProvingGround

  package init(
    package: TestedPackage, found: FoundTest, suiteName: String, console: Console
  ) {
    self.found = found
    self.suiteName = suiteName
    self.console = console
    ground = ProvingGround(package, for: [found])
  }

  package func split() throws(ToolError) -> SplitResult {
    var progress = ProgressLine(console, isPaced: false)
    defer { progress.end() }
    let name = found.function.name
    if let refusal = found.refusal { throw .input(refusal.text(of: name)) }
    progress.show("Building \(name) in \(ground.directory) …")
    try ground.build()
    progress.show("Running \(name) with a trace …")
    let test = try ground.read(found, try ground.trace(name))
    let plan = SplitPlan(test)
    progress.show("Building the ways to test \(plan.subjects.count) behaviors …")
    var choice = try ground.choice(by: plan, naming: TestNaming(like: found.function), &progress)
    guard !choice.tests.isEmpty else {
      throw .input(
        "No behavior of \(name) can be tested alone:\n"
          + choice.problems.map { "  line \($0.line): \($0.reason)" }.joined(separator: "\n"))
    }

    progress.show("Running the \(choice.tests.count) tests …")
    var proof = try proof(of: &choice, plan, &progress)
    let lost = proof.kills?.lost.filter { $0.outcome.kind.sign == .effect } ?? []
    if !lost.isEmpty {
      progress.show("Trying to test effects by what does not come …")
      let tests = try ground.testsOfAbsences(
        Dictionary(uniqueKeysWithValues: lost.map { (.behavior($0), $0) }), plan, of: found,
        naming: TestNaming(like: found.function, taken: choice.tests.map(\.name)))
      if !tests.isEmpty {
        choice.tests += tests.map(\.test)
        proof = try self.proof(of: &choice, plan, &progress)
      }
    }
    progress.end()
    return SplitResult(
      file: proof.file, choice: choice, outcomes: proof.outcomes, kills: proof.kills,
      problems: test.problems(proven: proof.kills?.kept ?? []) + choice.problems,
      merged: test.mergedInputs)
  }

  // MARK: - The proof

  /// What running the chosen tests has shown.
  private struct Proof {
    var file: FocusedFile
    var outcomes: TestOutcomes
    /// What the mutants say; `nil` if a test fails, and nothing can be said.
    var kills: KillComparison?
  }

  /// Runs the tests as they are written. One that fails, though it passed as a trial, is left out.
  private func proof(
    of choice: inout SplitPlan.Choice, _ plan: SplitPlan, _ progress: inout ProgressLine
  ) throws(ToolError) -> Proof {
    var file = plan.template.file(suite: suiteName, choice.tests)
    var outcomes = try prove(&file)
    let failing = choice.tests.filter { !outcomes.passed.contains($0.name.withoutBackticks) }
    if !failing.isEmpty, failing.count < choice.tests.count {
      choice.leaveOut(failing)
      file = plan.template.file(suite: suiteName, choice.tests)
      outcomes = try prove(&file)
    }
    var proof = Proof(file: file, outcomes: outcomes)
    if choice.tests.allSatisfy({ outcomes.passed.contains($0.name.withoutBackticks) }) {
      proof.kills = try compareKills(of: plan.template.test, &progress)
    }
    return proof
  }

  /// Formats, builds and runs the file of the tests.
  private func prove(_ file: inout FocusedFile) throws(ToolError) -> TestOutcomes {
    try ground.outcomes(of: ground.build(&file), suites: [suiteName])
  }

  /// Tries each mutant until a new test kills it, and those that none kills in the original.
  ///
  /// The original has all mutants to itself, one a run, and the new tests share them: most are killed in
  /// the first run.
  private func compareKills(
    of test: TracedTest, _ progress: inout ProgressLine
  ) throws(ToolError) -> KillComparison {
    let name = found.function.name
    var line = progress
    let killed = try ground.mutants(of: .matching("^\(name.module)\\.\(suiteName)/")) {
      line.show("Proving: \($0.text)")
    }.killed
    let kept = killed.intersection(test.behaviors(isAsserted: true))
    let rest = test.behaviors(isAsserted: false).subtracting(killed)
    guard !rest.isEmpty else { return KillComparison(kept: kept) }
    let original = try ground.mutants(
      of: .matching(name.filter), among: Set(rest.map(MutantSubject.behavior))
    ) {
      line.show("Proving what is not killed, by the original: \($0.text)")
    }
    progress = line
    return KillComparison(kept: kept, lost: original.killed, undecided: original.undecided)
  }
}

/// What came of a split.
package struct SplitResult: Sendable {
  package let file: FocusedFile
  package let choice: SplitPlan.Choice
  package let outcomes: TestOutcomes
  /// What the mutants say; `nil` if a test fails, and nothing can be said.
  package let kills: KillComparison?
  package let problems: [SplitProblem]
  /// What the original asserts with several inputs, and one test with one of them.
  package let merged: [MergedInputs]

  package init(
    file: FocusedFile, choice: SplitPlan.Choice, outcomes: TestOutcomes, kills: KillComparison?,
    problems: [SplitProblem], merged: [MergedInputs] = []
  ) {
    self.file = file
    self.choice = choice
    self.outcomes = outcomes
    self.kills = kills
    self.problems = problems
    self.merged = merged
  }

  /// Whether all that the test asserted is in tests that pass.
  package var isComplete: Bool {
    problems.isEmpty && kills?.lost.isEmpty == true && kills?.undecided.isEmpty == true
      && choice.tests.allSatisfy { outcomes.passed.contains($0.name.withoutBackticks) }
  }
}
