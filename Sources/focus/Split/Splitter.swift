import Foundation
import SourceReading
import TestEvents

/// Splits one exhaustive test: deletes from it what is not about one behavior, and lets mutants judge.
package struct Splitter {
  private var test: SplitTest
  private let copy: SplitCopy
  private let console: Console

  private var found: FoundTest { copy.found }
  private var name: TestName { found.function.name }

  /// - Throws: An error if another command has the copy of the package.
  package init(package: TestedPackage, found: FoundTest, console: Console) throws(ToolError) {
    test = SplitTest(found.function)
    copy = try SplitCopy(of: package, for: found)
    self.console = console
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
      runner: MutationRunner(host: copy.host, ledger: copy.package.runs("ledger")), test: test,
      name: ledgerName,
      timeLimit: .seconds(10 + 3 * seconds * Double(SwitchedTest.trialCount)))
    if try trials.passes([Trial(choice: test.whole)]) == [false] {
      // An external event may take longer.
      trials.patience = nil
      guard try trials.passes([Trial(choice: test.whole)]) == [true] else {
        throw .noResult("\(name) cannot be split: its body fails in another function.")
      }
    }
    var search = SplitSearch(test, judge: trials.passes, report: show)
    let mutants = Set(facts.trials.map(\.mutant)).sorted()
    show("Trying \(count(mutants.count, "mutant")) in \(name) …")
    let killed = try search.killed(by: test.whole, among: mutants).compactMap(\.behavior)
    if killed.isEmpty {
      throw .noResult("\(name) cannot be split: it does not fail if a behavior is missing.")
    }
    var result = SplitResult(found, test, protected: killed)
    let searched = try search.result(for: killed)
    result.lose(searched.lost, "no shorter test fails without it")
    result.idleExpectations = searched.idleExpectations
    result.tests = named(searched.tests)
    if result.tests.count == 1, result.tests[0].found.choice.elements == test.whole.elements {
      throw .noResult("\(name) is already focused: nothing can be deleted from it.")
    }
    try prove(&result, ledgerName, show)
    return result
  }

  /// Builds the copy of the test with switches, without those that do not compile.
  private mutating func buildTrials() throws(ToolError) {
    let test = test
    self.test = try copy.build { (rejected: Set<Int>) in
      let rest = test.keeping(rejected)
      return (rest, SwitchedTest(rest).edited.text)
    } blame: { (rest: SplitTest, errors) in
      Set(errors.compactMap { SwitchedTest(rest).element(blamedFor: $0) })
    }
  }

  /// Runs the original, and returns its name in the ledger, its facts, and its duration.
  private func runOriginal() throws(ToolError) -> (
    name: String, facts: [LedgerFact], seconds: Double
  ) {
    let runner = MutationRunner(host: copy.host, ledger: copy.package.runs("ledger"))
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
    return tests.map { FocusedTest(name: naming.name(of: $0.behaviors), found: $0) }
  }
}

// MARK: - Proving

extension Splitter {
  /// Builds the new tests, runs them together and alone, and tries the original's mutants on them. Leaves out tests that
  /// do not compile or do not pass.
  private func prove(
    _ result: inout SplitResult, _ ledgerName: String, _ show: @escaping (String) -> Void
  ) throws(ToolError) {
    show("Building \(count(result.tests.count, "test")) …")
    let tests = result.tests
    let rejected = try copy.build { (rejected: Set<PatchedFile.Part>) in
      let file = PatchedFile(
        found.path, tests.filter { !rejected.contains(.test($0.name)) }, of: test,
        allowsHelper: !rejected.contains(.helper))
      return ((file: file, parts: rejected), file.diff.edited)
    } blame: { written, errors in
      Set(errors.compactMap { written.file.part(atLine: $0.line) })
    }.parts
    result.allowsHelper = !rejected.contains(.helper)
    result.leaveOut("its test does not compile") { rejected.contains(.test($0.name)) }

    func names() -> [String] {
      result.tests.map { found.function.ledgerName(ledgerName, of: $0.name) }
    }
    let framework = found.function.framework
    if !result.tests.isEmpty {
      show("Running the new tests …")
      let all = names()
      let host = copy.host
      let together = try host.run(TestRequest(selection: .among(all, framework)))
      let alone = try host.simultaneously(all) { name throws(ToolError) in
        try host.run(TestRequest(selection: .among([name], framework)))
      }
      let passing = Set(
        zip(all, alone).filter { name, run in
          [together, run].allSatisfy { $0.log.outcome(ofTestNamed: name) == .passed }
        }.map(\.0))
      result.leaveOut("its test does not pass") {
        !passing.contains(found.function.ledgerName(ledgerName, of: $0.name))
      }
    }
    guard !result.tests.isEmpty else {
      throw .noResult("\(name) cannot be split:\n" + result.lostLines.joined(separator: "\n"))
    }
    let mutants = Set(result.protected.map(MutantSubject.behavior))
    let killed = try copy.killed(mutants, by: names()) { show("Proving: \($0)") }
    result.lose(
      result.protected.filter { !killed.contains(.behavior($0)) }, "no new test fails without it")
  }
}
