import Foundation
import SourceReading
import TestEvents

/// Splits one exhaustive test: deletes from it what is not about one behavior, and lets mutants judge.
package struct Splitter {
  private var test: SplitTest
  private let package: TestedPackage
  private let copy: PackageCopy
  private let runner: MutationRunner
  private let found: FoundTest
  private let console: Console

  /// The maximum number of builds that leave out code that does not compile.
  private static let buildLimit = 4

  /// How many times as long as the original all new tests may be.
  private static let lengthLimit = 3

  private var name: TestName { found.function.name }

  /// - Throws: An error if another command has the copy of the package.
  package init(package: TestedPackage, found: FoundTest, console: Console) throws(ToolError) {
    test = SplitTest(found.function)
    (self.package, self.found, self.console) = (package, found, console)
    copy = try package.copy()
    runner = MutationRunner(
      host: package.host(in: copy.directory), ledger: package.runs("ledger"))
  }

  package mutating func split() throws(ToolError) -> SplitResult {
    var progress = ProgressLine(console, isPaced: false)
    defer { progress.end() }
    func show(_ text: String) { progress.show(text) }

    show("Building \(name) in \(copy.directory) …")
    try buildTrials()
    show("Running \(name) …")
    let (ledgerName, facts, seconds) = try runOriginal()
    var trials = TrialRunner(
      runner: runner, framework: found.function.framework,
      timeLimit: .seconds(10 + 3 * seconds * Double(SwitchedTest.trialCount)))
    let whole = [Trial(choice: test.whole)]
    if try trials.passes(whole, of: test, named: ledgerName) == [false] {
      // An external event may take longer.
      trials.patience = nil
      guard try trials.passes(whole, of: test, named: ledgerName) == [true] else {
        throw .noResult("\(name) cannot be split: its body fails in another function.")
      }
    }
    let (switched, judge) = (test, trials)
    var search = SplitSearch(
      switched,
      judge: { trials throws(ToolError) in
        try judge.passes(trials, of: switched, named: ledgerName)
      }, report: show)
    let mutants = Set(facts.trials.map(\.mutant)).sorted()
    show("Trying \(count(mutants.count, "mutant")) in \(name) …")
    let killed = try search.killed(by: test.whole, among: mutants).compactMap(\.behavior)
    if killed.isEmpty {
      throw .noResult("\(name) cannot be split: it does not fail if a behavior is missing.")
    }
    let searched = try search.result(for: killed) { tests in
      PatchedFile(found.path, named(tests), of: test).addedLineCount
        > Self.lengthLimit * found.function.lines.count
    }
    var result = SplitResult(found, test, protected: killed, searched)
    result.tests = named(searched.tests)
    if result.tests.count == 1, result.tests[0].found.choice.elements == test.whole.elements {
      throw .noResult("\(name) is already focused: nothing can be deleted from it.")
    }
    // The new tests wait as long as other tests do.
    (trials.patience, trials.timeLimit) = (nil, max(trials.timeLimit, .seconds(60)))
    try prove(&result, by: trials, ledgerName, show)
    return result
  }

  /// Builds the copy of the test with switches, without those that do not compile.
  private mutating func buildTrials() throws(ToolError) {
    let test = test
    self.test = try build { (rejected: Set<Int>) in
      let rest = test.keeping(rejected)
      return (rest, SwitchedTest(rest).edited.text)
    } blame: { (rest: SplitTest, errors) in
      Set(errors.compactMap { SwitchedTest(rest).element(blamedFor: $0) })
    }
  }

  /// Builds the copy, without the parts that do not compile.
  ///
  /// - Parameters:
  ///   - write: Returns what the copy contains without the rejected parts, and the text of the test's file.
  ///   - blame: Returns the parts that cause errors in the test's file.
  private func build<Written, Part: Hashable>(
    write: (Set<Part>) -> (Written, text: String),
    blame: (Written, [CompilerError]) -> Set<Part>
  ) throws(ToolError) -> Written {
    try package.build(
      in: copy.directory, limit: Self.buildLimit, paths: [found.path],
      write: { rejected throws(ToolError) in
        let (written, text) = write(rejected)
        try copy.update(adding: [found.path: Data(text.utf8)])
        return written
      }, blame: { written, errors, _ in blame(written, errors) }
    ).written
  }

  /// Runs the original, and returns its name in the ledger, its facts, and its duration.
  private func runOriginal() throws(ToolError) -> (
    name: String, facts: [LedgerFact], seconds: Double
  ) {
    let record = try runner.run(
      MutationRequest(selection: .matching(name.filter), writesLedger: true))
    let outcome = record.run.log.outcome(of: name)
    if outcome == .failed || outcome == .unfinished {
      throw .noTestPasses(
        "\(name) fails. Expected a test that passes.\n" + record.run.output.failureLines)
    }
    guard outcome == .passed else { throw .notRun(name) }
    let facts = try runner.facts()
    guard let test = facts.first(where: { TestName($0.test.name) == name })?.test else {
      throw .noResult("\(name) cannot be split: its stores reduce no action.")
    }
    return (test.name, facts, record.run.duration / .seconds(1))
  }

  private func named(_ tests: [SplitSearch.Found]) -> [FocusedTest] {
    var naming = TestNaming(found.function.framework, taken: found.function.takenNames)
    let original = found.function.name.function
    return tests.map { FocusedTest(name: naming.name(of: $0, in: original), found: $0) }
  }
}

// MARK: - Proving

extension Splitter {
  /// Builds the new tests, and runs them together, alone, and with their mutants. Leaves out tests that do not compile
  /// or do not pass.
  private func prove(
    _ result: inout SplitResult, by trials: TrialRunner, _ ledgerName: String,
    _ show: (String) -> Void
  ) throws(ToolError) {
    show("Building \(count(result.tests.count, "test")) …")
    let tests = result.tests
    let rejected = try build { (rejected: Set<PatchedFile.Part>) in
      let file = PatchedFile(
        found.path, tests.filter { !rejected.contains(.test($0.name)) }, of: test,
        allowsHelper: !rejected.contains(.helper))
      return ((file: file, parts: rejected), file.diff.edited)
    } blame: { written, errors in
      Set(errors.compactMap { written.file.part(atLine: $0.line) })
    }.parts
    result.allowsHelper = !rejected.contains(.helper)
    result.leaveOut("its test does not compile") { rejected.contains(.test($0.name)) }

    show("Proving \(count(result.tests.count, "test")) …")
    let runs = result.tests.map { test in
      let name = found.function.ledgerName(ledgerName, of: test.name)
      return test.behaviors.map { TrialRunner.Run(name: name, mutant: .behavior($0)) }
    }
    let plain = runs.compactMap(\.first).map { TrialRunner.Run(name: $0.name) }
    // In each round, each test has another one of its mutants.
    let rounds = (0..<(runs.map(\.count).max() ?? 0)).map { round in
      runs.filter { round < $0.count }.map { $0[round] }
    }
    let passes = try trials.passes([plain] + plain.map { [$0] } + rounds)
    let passing = Set(
      plain.indices.filter { passes[0][$0] && passes[1 + $0] == [true] }.map { plain[$0].name })
    result.leaveOut("its test does not pass") {
      !passing.contains(found.function.ledgerName(ledgerName, of: $0.name))
    }
    if result.tests.isEmpty {
      throw .noResult("\(name) cannot be split:\n" + result.lostLines.joined(separator: "\n"))
    }
    let killed = zip(rounds.joined(), passes.dropFirst(1 + plain.count).joined())
      .filter { !$1 && passing.contains($0.name) }.compactMap { $0.0.mutant?.behavior }
    result.lose(result.protected.filter { !killed.contains($0) }, "no new test fails without it")
  }
}
