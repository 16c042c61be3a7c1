import BehaviorLedger
import Foundation
import SourceReading

/// Splits one test: traces it, tries the ways to test each of its behaviors in a copy of the package, and
/// runs what it chose.
package struct Splitter {
  let package: TestedPackage
  let found: FoundTest
  let suiteName: String
  let console: Console
  private let copy: PackageCopy

  private static let resultFile = "FocusSplitResult"
  private static let refinementLimit = 12

  package init(
    package: TestedPackage, found: FoundTest, suiteName: String, console: Console
  ) {
    self.package = package
    self.found = found
    self.suiteName = suiteName
    self.console = console
    copy = PackageCopy(of: package.directory)
  }

  package func split() throws(ToolError) -> SplitResult {
    var progress = PhaseLine(console)
    defer { progress.end() }
    let name = found.function.name

    let stores = found.function.source.linesOfStores(in: found.function.statements)
    guard stores.count < 2 else {
      throw .input(SplitRefusal.severalStores(lines: stores).text(of: name, at: found.path))
    }
    if found.function.hasParameters {
      throw .input(SplitRefusal.hasParameters.text(of: name, at: found.path))
    }
    progress.show("Building \(name) in \(copy.directory) …")
    try build()
    progress.show("Running \(name) with a trace …")
    let trace = try trace(name)
    let test: TracedTest
    do throws(SplitRefusal) {
      test = try TracedTest(
        found.function, trace, file: found.fileID,
        initializers: Initializers(package.sources.values))
    } catch {
      throw .input(error.text(of: name, at: found.path))
    }
    let plan = SplitPlan(test)
    progress.show("Building the ways to test \(plan.subjects.count) behaviors …")
    var choice = try choice(by: plan, &progress)
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
      let tests = try testsOfAbsences(
        lost, plan, naming: TestNaming(like: found.function, taken: choice.tests.map(\.name)))
      if !tests.isEmpty {
        choice.tests += tests
        proof = try self.proof(of: &choice, plan, &progress)
      }
    }
    progress.end()
    return SplitResult(
      file: proof.file, choice: choice, outcomes: proof.outcomes, kills: proof.kills,
      problems: test.problems(proven: proof.kills?.kept ?? []) + choice.problems,
      subjects: plan.subjects.count,
      merged: test.mergedInputs)
  }

  // MARK: - The trace

  /// Builds the test in the copy, with the sources that it needs, or with all if those are too few.
  private func build() throws(ToolError) {
    try updateCopy(isPruned: true)
    if try package.build(copy).code == 0 { return }
    try updateCopy(isPruned: false)
    let build = try package.build(copy)
    guard build.code == 0 else {
      let output = build.output.replacingOccurrences(of: copy.directory, with: package.directory)
      throw .input("The tests do not build:\n\(output.compilerErrors(8))")
    }
  }

  private func trace(_ name: TestName) throws(ToolError) -> Trace {
    let file = package.runs("trace.jsonl")
    let run = try package.test(
      name.filter, in: copy, environment: [EnvironmentVariable.trace.rawValue: file])
    let outcomes = TestOutcomes(run)
    let function = name.function
    if outcomes.failed.contains(function) || run.ending != .exited(0) {
      throw .input(
        "\(name) fails. Expected a test that passes.\n"
          + run.output.failureLines(8))
    }
    guard outcomes.passed.contains(function) else {
      throw .input("`swift test` found no test \(name), or skipped it.")
    }
    return Trace(contents: FileManager.default.contents(atPath: file) ?? Data())
  }

  // MARK: - The trials

  private func trialRun(of plan: SplitPlan) throws(ToolError) -> TrialRun {
    try TrialRun(
      plan, in: package, copy: copy, of: found,
      restoreSources: { () throws(ToolError) in try updateCopy(isPruned: false) })
  }

  /// The shortest ways that work, without the statements that they do not need.
  private func choice(
    by plan: SplitPlan, _ progress: inout PhaseLine
  ) throws(ToolError) -> SplitPlan.Choice {
    var plan = plan
    var evidence = SplitPlan.Evidence()
    var run = try trialRun(of: plan)
    for round in 0..<Self.refinementLimit {
      let ways = plan.untried(by: evidence)
      if ways.isEmpty { break }
      progress.show("Trying \(ways.count) ways to test \(plan.subjects.count) behaviors …")
      try run.run(ways, adding: &evidence)
      if round == 0 {
        // What comes from outside may take longer.
        try run.run(plan.ownWaysInVain(by: evidence), isPatient: true, adding: &evidence)
      }
      plan.refine(by: evidence)
    }
    return plan.choice(by: evidence, naming: TestNaming(like: found.function))
  }

  /// Tests of effects by what does not come, each proven by its mutant alone.
  private func testsOfAbsences(
    _ behaviors: [Behavior], _ plan: SplitPlan, naming: TestNaming
  ) throws(ToolError) -> [FocusedTest] {
    let plan = plan.absences(behaviors)
    var absences = SplitPlan.Evidence()
    var run = try trialRun(of: plan)
    try run.run(plan.untried(by: absences), adding: &absences)
    let trials = plan.passing(absences, limit: 12)
    guard !trials.isEmpty else { return [] }
    let suite = TrialRun.checks
    try copy.write("", to: found.path(ofFile: TrialRun.suite))
    try copy.write(plan.template.file(suite: suite, trials).text, to: found.path(ofFile: suite))
    guard try package.build(copy).code == 0 else { return [] }
    let evidence = try mutants(
      of: .matching("^\(found.target.name)\\.\(suite)/"), among: Set(behaviors), triesAll: true)
    var naming = naming
    return behaviors.compactMap { behavior in
      let killers = evidence.mutants.filter { $0.behavior == behavior }.flatMap(\.tests)
        .filter { $0.result.isKill }.compactMap { TestName($0.test.name)?.function }
      return trials.first { killers.contains($0.name) }.map {
        FocusedTest(
          name: naming.name(of: behavior, assigned: nil, isReceived: true), candidate: $0.candidate)
      }
    }
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
    of choice: inout SplitPlan.Choice, _ plan: SplitPlan, _ progress: inout PhaseLine
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
    for suite in TrialRun.suites { try copy.write("", to: found.path(ofFile: suite)) }
    let path = found.path(ofFile: Self.resultFile)
    try copy.write(file.text, to: path)
    if let text = package.formatted(path, in: copy) {
      file.lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if file.lines.last == "" { file.lines.removeLast() }
    }
    let build = try package.build(copy)
    guard build.code == 0 else {
      throw .input(
        "The tests do not build, which is a shortcoming of focus split:\n"
          + build.output.compilerErrors(8))
    }
    let run = try package.test("\\.\(suiteName)/", in: copy)
    return TestOutcomes(run)
  }

  /// Tries each mutant until a new test kills it, and those that none kills in the original.
  ///
  /// The original has all mutants to itself, one a run, and the new tests share them: most are killed in
  /// the first run.
  private func compareKills(
    of test: TracedTest, _ progress: inout PhaseLine
  ) throws(ToolError) -> KillComparison {
    let name = found.function.name
    var line = progress
    let killed = try mutants(of: .matching("^\(name.module)\\.\(suiteName)/")) {
      line.show("Proving: \($0.text)")
    }.killed
    let kept = killed.intersection(test.behaviors(isAsserted: true))
    let rest = test.behaviors(isAsserted: false).subtracting(killed)
    guard !rest.isEmpty else { return KillComparison(kept: kept) }
    let original = try mutants(of: .matching(name.filter), among: rest) {
      line.show("Proving what is not killed, by the original: \($0.text)")
    }
    progress = line
    return KillComparison(kept: kept, lost: original.killed, undecided: original.undecided)
  }

  /// How long the tests with a mutant wait for what does not come, in seconds, if they pass without one
  /// when they wait no longer.
  private static let patience = "0.2"

  /// Tries the mutants of some tests, each until one kills it.
  ///
  /// - Parameter behaviors: The only mutants to try, if not all.
  private func mutants(
    of tests: TestSelection, among behaviors: Set<Behavior>? = nil, triesAll: Bool = false,
    report: @escaping (MutationProgress) -> Void = { _ in }
  ) throws(ToolError) -> MutantEvidence {
    func evidence(patience: String?) throws(ToolError) -> MutantEvidence {
      let ledger = package.runs("mutants")
      try? FileManager.default.removeItem(atPath: ledger)
      let runner = MutationRunner(package.runner(copy), ledger: ledger, patience: patience)
      var session = MutationSession(
        triesAll: triesAll, selection: tests,
        run: { request throws(ToolError) in
          var request = request
          request.builds = false
          return try runner.run(request)
        },
        readLedger: { () throws(ToolError) in
          let facts = try runner.facts
          return behaviors.map { behaviors in facts.filter { behaviors.contains($0.behavior) } }
            ?? facts
        },
        report: report)
      guard let result = try session.result(), result.isComplete else { throw .stopped }
      return MutantEvidence(result)
    }
    do throws(ToolError) {
      let quick = try evidence(patience: Self.patience)
      if quick.flakyTests.isEmpty { return quick }
    } catch {
      if Interruption.process.isRaised { throw error }
    }
    return try evidence(patience: nil)
  }

  /// Makes the copy what the package is, with empty files for what will be written.
  ///
  /// The compiler starts all over when a file comes or goes, so these stay.
  private func updateCopy(isPruned: Bool) throws(ToolError) {
    let (unneeded, standIns) = isPruned ? package.unneededSources(of: found) : ([], [])
    let files = (TrialRun.suites + [Self.resultFile]).map(found.path) + standIns
    do {
      try copy.update(
        leavingOut: unneeded,
        adding: Dictionary(uniqueKeysWithValues: files.map { ($0, Data()) }))
    } catch {
      throw .input(
        "The package cannot be copied to \(copy.directory): \(error.localizedDescription)")
    }
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
  package let subjects: Int
  /// What the original asserts with several inputs, and one test with one of them.
  package let merged: [MergedInputs]

  package init(
    file: FocusedFile, choice: SplitPlan.Choice, outcomes: TestOutcomes, kills: KillComparison?,
    problems: [SplitProblem], subjects: Int, merged: [MergedInputs] = []
  ) {
    self.file = file
    self.choice = choice
    self.outcomes = outcomes
    self.kills = kills
    self.problems = problems
    self.subjects = subjects
    self.merged = merged
  }

  /// Whether all that the test asserted is in tests that pass.
  package var isComplete: Bool {
    problems.isEmpty && kills?.lost.isEmpty == true && kills?.undecided.isEmpty == true
      && choice.tests.allSatisfy { outcomes.passed.contains($0.name.withoutBackticks) }
  }
}

extension String {
  /// What a test run says of failures.
  func failureLines(_ count: Int) -> String {
    let lines = split(separator: "\n").filter {
      $0.contains(": error: ") || $0.contains("recorded an issue") || $0.contains("Fatal error")
    }
    return lines.isEmpty
      ? lastLines(count) : lines.prefix(count).map { "  " + $0 }.joined(separator: "\n")
  }
}

/// A line that says what the tool is doing, on a terminal or in a log.
struct PhaseLine {
  private let console: Console
  private var isShown = false

  init(_ console: Console) { self.console = console }

  mutating func show(_ text: String) {
    guard console.showsProgress else { return }
    console.noteText("\r\u{1B}[K" + text)
    isShown = true
  }

  mutating func end() {
    if isShown { console.noteText("\r\u{1B}[K") }
    isShown = false
  }
}
