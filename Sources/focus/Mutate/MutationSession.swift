import TestEvents

/// Tries each mutant in each test that reaches it, round by round.
///
/// The session makes all decisions and runs nothing itself, so that tests can use a fake runner.
package struct MutationSession {
  /// Runs the requested tests once.
  package typealias Runner = (MutationRequest) throws(ToolError) -> MutationRecord

  /// The tests that the user selects.
  package var selection = TestSelection.all

  /// The option that leaves a test out.
  package var skipOption = "--skip NAME"

  private let run: Runner
  private let find: (MutationRecord) throws(ToolError) -> MutantSelection
  private let report: (String) -> Void

  private var mutants = MutantSelection()
  private var trials = MutantTrials([])
  private var suspects: [[Int]] = []
  private var flakyTests: Set<String> = []
  private var timeLimit: Duration?
  private var roundCount = 0
  private var roundTime = Duration.zero

  /// - Parameters:
  ///   - run: Runs the tests.
  ///   - find: Returns the mutants that tests reach, from the run without mutants, and chooses those to try.
  ///   - report: Called before each run with the progress.
  package init(
    run: @escaping Runner,
    find: @escaping (MutationRecord) throws(ToolError) -> MutantSelection,
    report: @escaping (String) -> Void = { _ in }
  ) {
    self.run = run
    self.find = find
    self.report = report
  }
}

// MARK: - The session

extension MutationSession {
  /// Runs the session.
  ///
  /// - Returns: The results, or `nil` if the user interrupted the session before its rounds.
  /// - Throws: An error if no test passes without mutants, if none exercises a behavior, or if they cannot be run.
  package mutating func result() throws(ToolError) -> MutantEvidence? {
    guard try findMutants() else { return nil }
    var isComplete = try runRounds()
    if isComplete, !trials.all.isEmpty { isComplete = try checkOnceMore() }
    var evidence = mutants.evidence
    evidence.mutants = MutantEvidence(trials.all).mutants
    evidence.isComplete = isComplete
    evidence.rounds = roundCount
    evidence.flakyTests = flakyTests.sorted()
    return evidence
  }

  /// Runs the tests without mutants, and finds the mutants that they reach. The run is repeated if its process crashed,
  /// or if it shows a failure that belongs to no test.
  ///
  /// - Returns: `false` if the user interrupted the run.
  private mutating func findMutants() throws(ToolError) -> Bool {
    var failures: [String] = []
    for isRepeated in [false, true] {
      report("Running the tests without mutants\(isRepeated ? " once more" : "") …")
      // The run has no time limit, because the duration of the tests is unknown.
      let record = try run(MutationRequest(selection: selection, writesLedger: true))
      if record.run.ending == .interrupted { return false }
      flakyTests.formUnion(record.failureNames)
      let crashed = record.run.log.names(of: .unfinished)
      failures =
        record.strayFailures
        + crashed.map { "\($0), which was running when the process ended" }
      if failures.isEmpty {
        try findMutants(reachedIn: record)
        return true
      }
    }
    throw .noResult(notGreen(failures))
  }

  /// Chooses the mutants to try, and leaves out the tests that fail without them.
  private mutating func findMutants(reachedIn record: MutationRecord) throws(ToolError) {
    // A mutated loop may never end.
    timeLimit = max(.seconds(60), record.run.duration * 10)
    mutants = try find(record)
    trials = MutantTrials(mutants.trials) { record.run.log.outcomes[$0] != nil }
    leaveOut(flakyTests)
    if !flakyTests.isEmpty, !trials.all.isEmpty,
      trials.all.allSatisfy({ $0.result == .leftOut })
    {
      throw .noTestPasses(notGreen(flakyTests.sorted()))
    }
    guard mutants.isEmpty else { return }
    throw .noResult(
      record.testCount == 0
        ? "No test ran. Expected tests that create a TestStore. Check the filter."
        : "No test exercises a behavior: none of \(record.testCount) tests changes the state of a "
          + "TestStore. Expected a suite that tests reducers with TestStore.")
  }

  /// - Returns: `false` if the user interrupted the run.
  private mutating func runRounds() throws(ToolError) -> Bool {
    while true {
      let isSearch = !suspects.isEmpty
      let round = isSearch ? suspects.removeFirst() : trials.nextRound()
      if round.isEmpty { return true }
      report(progress())
      let record = try run(request(round))
      if record.run.ending == .interrupted { return false }
      roundCount += 1
      roundTime += record.run.duration
      take(record, of: round)
    }
  }

  /// - Returns: `false` if the user interrupted the run.
  private mutating func checkOnceMore() throws(ToolError) -> Bool {
    report("Running the tests without mutants for the last time …")
    let record = try run(
      MutationRequest(selection: selection, timeLimit: timeLimit))
    if record.run.ending == .interrupted { return false }
    return leaveOut(record.failureNames) ? try runRounds() : true
  }
}

// MARK: - Rounds

extension MutationSession {
  private func request(_ round: [Int]) -> MutationRequest {
    let mutants = Dictionary(
      uniqueKeysWithValues: round.map { (trials.all[$0].test.name, trials.all[$0].mutant) })
    return MutationRequest(
      mutants: mutants, selection: .only(mutants.keys.sorted()), timeLimit: timeLimit)
  }

  private mutating func take(_ record: MutationRecord, of round: [Int]) {
    var record = record
    // These tests fail in any case, so their failures show nothing about mutants.
    record.run.log.strayFailures.removeAll(where: flakyTests.contains)
    let verdict = trials.judge(round, by: record)
    suspects += verdict.suspects.halves
    leaveOut(verdict.flakyTests)
  }

  /// Leaves tests out, so that other tests try the mutants that they killed.
  ///
  /// - Returns: Whether any of these tests has mutants.
  @discardableResult
  private mutating func leaveOut(_ names: Set<String>) -> Bool {
    flakyTests.formUnion(names)
    let new = names.subtracting(trials.testsLeftOut).intersection(trials.tests)
    trials.leaveOut(new)
    suspects = suspects.map { $0.filter { trials.all[$0].result != .leftOut } }
      .filter { !$0.isEmpty }
    return !new.isEmpty
  }

  /// The progress, with the maximum number of rounds, and an estimate of the remaining time if a round has ended.
  private func progress() -> String {
    let left = max(1, suspects.count + trials.roundsLeft)
    let seconds = roundCount == 0 ? 0 : Int(roundTime / .seconds(roundCount) * Double(left)) + 1
    return "Round \(roundCount + 1) of at most \(roundCount + left) · "
      + "\(trials.killed.count) of \(trials.mutants.count) mutants killed"
      + (roundCount == 0 ? "" : " · about \(seconds) s left")
  }

  private func notGreen(_ tests: [String]) -> String {
    """
    \(tests.count == 1 ? "A test fails" : "\(tests.count) tests fail") without any mutant, so no \
    mutant can be judged:
    \(tests.prefix(20).map { "  \($0.oneLine)" }.joined(separator: "\n"))\
    \(tests.count > 20 ? "\n  and \(tests.count - 20) more" : "")
    Expected a passing suite. Fix the tests, or exclude them with --filter or `-- \(skipOption)`.
    """
  }
}

extension MutationRecord {
  /// The failures that belong to no test.
  fileprivate var strayFailures: [String] {
    let tests = Set(run.log.printed.map(\.name))
    return run.log.strayFailures.filter { !tests.contains($0) }
  }

  /// The names of the failed tests, and the failures that belong to no test.
  fileprivate var failureNames: Set<String> {
    Set(run.log.names(of: .failed) + run.log.names(of: .unfinished) + run.log.strayFailures)
  }
}

extension [Int] {
  /// The two halves. Empty halves are left out.
  fileprivate var halves: [[Int]] {
    let middle = count / 2
    return [Array(self[..<middle]), Array(self[middle...])].filter { !$0.isEmpty }
  }
}
