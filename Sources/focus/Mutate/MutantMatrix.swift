import TestEvents

/// The result of each mutant in each test that exercises it.
package struct MutantMatrix: Hashable, Sendable {
  /// The tests, in the order of their names.
  package let tests: [LedgerTest]

  /// The mutants, in order.
  package let mutants: [MutantSubject]

  /// For each test, the mutants that it reaches, in order.
  package private(set) var rows: [[Cell]]

  /// The tier of each test. Tests of a lower tier are tried first.
  package private(set) var tiers: [Int] = []

  /// One mutant in one test.
  package struct Cell: Hashable, Sendable {
    /// The mutant's index in ``MutantMatrix/mutants``.
    package var mutant: Int

    package var trial: MutantTrial

    /// The number of tries that gave no result.
    package var failedTries = 0
  }

  /// The indices of a test and a mutant in the matrix.
  package struct Pair: Hashable, Sendable {
    package var test: Int
    package var mutant: Int
  }
}

extension MutantMatrix {
  /// Creates the matrix of the mutants that tests exercise.
  ///
  /// - Parameter isKnown: Whether the runner reports a result for a test with this name. Other tests are left out.
  package init(
    _ hits: [MutantCoverageHit], isKnown: (String) -> Bool = { _ in true }
  ) {
    let hitsByName = Dictionary(grouping: hits, by: \.test.name)
    // A test has the location of its first store, which can differ between runs.
    tests = hitsByName.values.compactMap { $0.map(\.test).min() }.sorted()
    mutants = Set(hits.map(\.mutant)).sorted()
    let indices = Dictionary(uniqueKeysWithValues: zip(mutants, mutants.indices))
    rows = tests.map { test in
      Dictionary(
        (hitsByName[test.name] ?? []).map { ($0.mutant, $0.level) }, uniquingKeysWith: max
      )
      .map { Cell(mutant: indices[$0]!, trial: MutantTrial(of: $0, in: test, level: $1)) }
      .sorted { $0.mutant < $1.mutant }
    }
    tiers = Array(repeating: 0, count: tests.count)
    for (index, test) in tests.enumerated() where !isKnown(test.name) {
      leaveOut(
        index,
        because: test == .outside
          ? "It also runs outside any known test, where it could not be tried."
          : "No test framework identifies the test that created this store.")
    }
  }

  /// The trials, including those of tests that were left out.
  package var trials: [MutantTrial] { rows.joined().map(\.trial) }
}

// MARK: - Slow tests

extension MutantMatrix {
  /// Assigns tiers to the tests by their durations, in seconds. Among equally slow tests, those that explore have a
  /// higher tier.
  ///
  /// A test is slow if it takes at least a second and at least four times the median. The median matters, because
  /// tests that run at the same time slow each other down. Each further tier takes up to four times as long as the
  /// tier before.
  ///
  /// - Parameter exploring: The tests that run in many orders, or with many action sequences. A trial of such a test
  ///   is many runs.
  package mutating func sort(by durations: [String: Double], exploring: Set<String> = []) {
    let known = tests.compactMap { durations[$0.name] }.sorted()
    let limit = max(1, 4 * (known.isEmpty ? 0 : known[known.count / 2]))
    tiers = tests.map { test in
      var tier = exploring.contains(test.name) ? 1 : 0
      var rest = durations[test.name] ?? 0
      while rest >= limit {
        tier += 2
        rest /= 4
      }
      return tier
    }
  }
}

// MARK: - Trials

extension MutantMatrix {
  /// The number of tries after which a pair counts as having no result.
  package static let tryLimit = 3

  package mutating func record(
    _ result: MutantTrial.Result, of pair: Pair, cause: MutantTrial.Cause? = nil,
    code: MutantCode? = nil, reason: String? = nil
  ) {
    change(pair) {
      $0.trial.result = result
      $0.trial.cause = cause
      $0.trial.reason = reason ?? result.usualReason
      $0.trial.code = result.isKill ? nil : code ?? $0.trial.code
    }
  }

  /// Sets the suggested code in a test's cells, until a trial provides other code.
  package mutating func suggest(_ codes: [Behavior: MutantCode], for test: String) {
    guard let row = tests.firstIndex(where: { $0.name == test }) else { return }
    for index in rows[row].indices {
      rows[row][index].trial.code = mutants[rows[row][index].mutant].behavior.flatMap { codes[$0] }
    }
  }

  /// Records that a run gave no result for a pair. The pair is tried again, up to the limit.
  package mutating func recordNoOutcome(of pair: Pair) {
    change(pair) {
      $0.failedTries += 1
      guard $0.failedTries >= Self.tryLimit else { return }
      $0.trial.result = .noOutcome
      $0.trial.reason = MutantTrial.Result.noOutcome.usualReason
    }
  }

  /// Leaves a test out, and discards its results.
  package mutating func leaveOut(
    _ test: Int,
    because reason: String =
      "The test was left out, because it failed or did not end without a mutant."
  ) {
    for index in rows[test].indices {
      let trial = rows[test][index].trial
      rows[test][index].trial = MutantTrial(
        of: trial.mutant, in: trial.test, level: trial.level, result: .leftOut, reason: reason)
    }
  }

  package func isLeftOut(_ test: Int) -> Bool {
    rows[test].contains { $0.trial.result == .leftOut }
  }

  private mutating func change(_ pair: Pair, _ change: (inout Cell) -> Void) {
    guard let index = rows[pair.test].firstIndex(where: { $0.mutant == pair.mutant }) else {
      preconditionFailure("A pair of the matrix (was \(pair))")
    }
    change(&rows[pair.test][index])
  }
}

extension MutantTrial.Result {
  /// The reason why a test could not be judged, unless a trial has a more exact one.
  fileprivate var usualReason: String? {
    switch self {
    case .unwritable: "The field cannot be restored."
    case .notReached: "It occurred only in the first run."
    case .noOutcome: "The test did not run, or did not report its result."
    case .killed, .survived, .unnoticeable, .notTried, .leftOut: nil
    }
  }
}

extension MutantMatrix {
  /// The mutants of the next round, at most one per test. Empty if nothing is left to try.
  ///
  /// Tests with the fewest mutants choose first. Each test prefers a mutant that no other test tries in this round,
  /// because a killed mutant need not be tried again. Among those, it prefers a behavior that it asserts, because it
  /// most likely kills that mutant. Explorations and slow tests follow after all other tests, because a round takes
  /// as long as its slowest test.
  package func nextRound() -> [Pair] {
    var open = openCells
    let tier = open.indices.filter { !open[$0].isEmpty }.map { tiers[$0] }.min()
    for test in open.indices where tiers[test] != tier { open[test] = [] }
    var triersLeft = Array(repeating: 0, count: mutants.count)
    for cells in open { for cell in cells { triersLeft[cell.mutant] += 1 } }
    var triersNow = Array(repeating: 0, count: mutants.count)
    var round: [Pair] = []
    for test in open.indices.sorted(by: { (open[$0].count, $0) < (open[$1].count, $1) }) {
      let choice = open[test].min { a, b in
        let (aNow, bNow) = (triersNow[a.mutant], triersNow[b.mutant])
        if aNow != bNow { return aNow < bNow }
        if a.trial.level != b.trial.level { return a.trial.level > b.trial.level }
        return (triersLeft[a.mutant], a.mutant) < (triersLeft[b.mutant], b.mutant)
      }
      guard let choice else { continue }
      triersNow[choice.mutant] += 1
      round.append(Pair(test: test, mutant: choice.mutant))
    }
    return round
  }

  /// The maximum number of remaining rounds, if no further mutant is killed.
  package var roundsLeft: Int {
    Dictionary(zip(tiers, openCells.map(\.count)), uniquingKeysWith: max).values.reduce(0, +)
  }

  /// The mutants that a test has killed, as indices of ``mutants``.
  var killed: Set<Int> { Set(rows.joined().lazy.filter(\.trial.result.isKill).map(\.mutant)) }

  /// The mutants that each test has not tried yet, and no test has killed.
  private var openCells: [[Cell]] {
    let killed = killed
    return rows.map { row in
      row.filter { $0.trial.result == .notTried && !killed.contains($0.mutant) }
    }
  }
}
