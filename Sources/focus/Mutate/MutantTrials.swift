import TestEvents

/// The trials of a session: each mutant in each test that exercises it.
package struct MutantTrials: Hashable, Sendable {
  /// The trials, in the order of their tests, and of the mutants of each test.
  package private(set) var all: [MutantTrial]

  /// The mutants, in order.
  package let mutants: [MutantSubject]

  /// For each trial, the index of its mutant.
  private let numbers: [Int]

  /// The number of runs without a result, by trial.
  private var failedTries: [Int: Int] = [:]

  /// - Parameters:
  ///   - trials: The trials that are not tried yet. Several can have the same mutant and test.
  ///   - isKnown: Whether the runner reports a result for a test with this name. Other tests are left out.
  package init(_ trials: [MutantTrial], isKnown: (String) -> Bool = { _ in true }) {
    all = Dictionary(grouping: trials, by: \.test.name).values.flatMap { trials in
      // A test has the location of its first store, which can differ between runs.
      let test = trials.reduce(trials[0].test) { min($0, $1.test) }
      let levels = Dictionary(trials.map { ($0.mutant, $0.level) }, uniquingKeysWith: max)
      return levels.map { MutantTrial(of: $0, in: test, level: $1) }
    }
    .sorted { ($0.test, $0.mutant) < ($1.test, $1.mutant) }
    mutants = Set(trials.map(\.mutant)).sorted()
    let indices = Dictionary(uniqueKeysWithValues: zip(mutants, mutants.indices))
    numbers = all.map { indices[$0.mutant]! }
    leaveOut(Set(tests.filter { !isKnown($0) })) { test in
      test == .outside
        ? "It also runs outside any known test, where it could not be tried."
        : "No test framework identifies the test that created this store."
    }
  }

  /// The names of the tests, in order.
  package var tests: [String] { all.map(\.test.name).uniqued }

  /// The names of the tests that were left out.
  package var testsLeftOut: Set<String> {
    Set(all.lazy.filter { $0.result == .leftOut }.map(\.test.name))
  }

  /// The mutants that a test has killed, as indices of ``mutants``.
  package var killed: Set<Int> {
    Set(all.indices.lazy.filter { all[$0].result == .killed }.map { numbers[$0] })
  }
}

// MARK: - Results

extension MutantTrials {
  /// The number of tries after which a trial counts as having no result.
  package static let tryLimit = 3

  package mutating func record(
    _ result: MutantTrial.Result, of trial: Int, code: MutantCode? = nil, reason: String? = nil
  ) {
    all[trial].result = result
    all[trial].reason = reason
    all[trial].code = code
  }

  /// Records that a run gave no result for a trial. It is tried again, up to the limit.
  mutating func recordNoOutcome(of trial: Int) {
    failedTries[trial, default: 0] += 1
    guard failedTries[trial] == Self.tryLimit else { return }
    record(.notJudged, of: trial, reason: "The test did not run, or did not report its result.")
  }

  /// Leaves tests out, and discards their results.
  mutating func leaveOut(
    _ tests: Set<String>,
    because reason: (LedgerTest) -> String = { _ in
      "The test was left out, because it failed or did not end without a mutant."
    }
  ) {
    for index in all.indices where tests.contains(all[index].test.name) {
      record(.leftOut, of: index, reason: reason(all[index].test))
    }
  }
}

// MARK: - Rounds

extension MutantTrials {
  /// The trials of the next round, at most one per test. Empty if nothing is left to try.
  ///
  /// Tests with the fewest mutants choose first. Each test prefers a mutant that no other test tries in this round,
  /// because a killed mutant need not be tried again. Among those, it prefers a behavior that it asserts, because it
  /// most likely kills that mutant.
  package func nextRound() -> [Int] {
    let open = openTrials
    var triersLeft = mutants.map { _ in 0 }
    for trial in open.joined() { triersLeft[numbers[trial]] += 1 }
    var triersNow = mutants.map { _ in 0 }
    return open.sorted { ($0.count, $0[0]) < ($1.count, $1[0]) }.map { trials in
      func preference(_ trial: Int) -> (Int, Behavior.Mark, Int, Int) {
        let mutant = numbers[trial]
        return (-triersNow[mutant], all[trial].level, -triersLeft[mutant], -mutant)
      }
      let choice = trials.dropFirst().reduce(trials[0]) {
        preference($0) < preference($1) ? $1 : $0
      }
      triersNow[numbers[choice]] += 1
      return choice
    }
  }

  /// The maximum number of remaining rounds, if no further mutant is killed.
  package var roundsLeft: Int { openTrials.map(\.count).max() ?? 0 }

  /// For each test, the trials of mutants that no test has killed.
  private var openTrials: [[Int]] {
    let killed = killed
    let open = all.indices.filter { all[$0].result == .notTried && !killed.contains(numbers[$0]) }
    return Array(Dictionary(grouping: open) { all[$0].test.name }.values)
  }
}

// MARK: - Judging

extension MutantTrials {
  /// Judges the results of a round's run, and records them.
  ///
  /// - Returns: Trials of which at least one caused a crash, a hang, or a failure that belongs to no test, and the tests
  ///   that failed without an applied mutant.
  mutating func judge(
    _ round: [Int], by run: MutationRecord
  ) -> (suspects: [Int], flakyTests: Set<String>) {
    let log = run.run.log
    let names = round.map { all[$0].test.name }
    var suspects: [Int] = []
    var withoutOutcome: [Int] = []
    var flakyTests = Set(log.names(of: .failed)).subtracting(names)
    // The tests that began and did not end, although their mutants were not yet applied. If no mutant caused the
    // crash, one of these tests did.
    var stopped: [Int] = []
    for (trial, name) in zip(round, names) {
      let trace = run.traces[name] ?? MutationRecord.Trace()
      let isApplied = trace.kinds.contains(.applied)
      func suspect() {
        // If all other tests ended, this test is the one that hangs.
        let isOnlyHang = run.run.ending == .overtime && log.names(of: .unfinished) == [name]
        if round.count == 1 || isOnlyHang {
          record(.killed, of: trial)
        } else {
          suspects.append(trial)
        }
      }
      switch log.outcomes[name] {
      case .failed where isApplied: record(.killed, of: trial)
      case .failed: flakyTests.insert(name)
      case .passed where isApplied && !log.strayFailures.isEmpty: suspect()
      // If the field could be restored at only some steps, the test may assert another step.
      case .passed where trace.kinds.contains(.unwritable):
        record(
          .notJudged, of: trial, code: trace.code,
          reason: trace.reason ?? "The field cannot be restored.")
      case .passed where isApplied: record(.survived, of: trial, code: trace.code)
      case .passed where trace.kinds.contains(.unnoticeable): record(.unnoticeable, of: trial)
      case .passed: record(.notJudged, of: trial, reason: "It occurred only in the first run.")
      case .unfinished where isApplied: suspect()
      case .unfinished:
        withoutOutcome.append(trial)
        stopped.append(trial)
      case .skipped, nil: withoutOutcome.append(trial)
      }
    }
    if suspects.isEmpty, !stopped.isEmpty {
      if round.count == 1 {
        record(
          .notJudged, of: stopped[0],
          reason: "The test did not end, although no outcome was suppressed.")
        withoutOutcome = []
      } else {
        suspects = stopped
      }
    }
    // If a run crashed or hung, tests that it did not reach are tried again without counting the try.
    if suspects.isEmpty {
      for trial in withoutOutcome { recordNoOutcome(of: trial) }
    }
    return (suspects, flakyTests)
  }
}
