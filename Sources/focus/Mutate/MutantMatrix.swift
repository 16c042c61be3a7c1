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

    /// The test, and the result of the mutant in it.
    package var test: MutantEvidence.Test

    /// The number of tries that gave no result.
    package var failedTries = 0
  }

  /// The indices of a test and a mutant in the matrix.
  package struct Pair: Hashable, Sendable {
    package var test: Int
    package var mutant: Int

    package init(test: Int, mutant: Int) {
      self.test = test
      self.mutant = mutant
    }
  }
}

extension MutantMatrix {
  /// Creates the matrix of the mutants that tests exercise.
  ///
  /// - Parameter isKnown: Whether the runner reports a result for a test with this name. Other tests are left out.
  package init(
    _ sightings: some Sequence<MutantSighting>, isKnown: (String) -> Bool = { _ in true }
  ) {
    var marks: [String: [MutantSubject: Behavior.Mark]] = [:]
    var places: [String: LedgerLocation] = [:]
    for sighting in sightings {
      let name = sighting.test.name
      // A test has the location of its first store, which can differ between runs.
      let place = sighting.test.location
      places[name] = places[name].map { min($0, place) } ?? place
      let old = marks[name]?[sighting.mutant]
      marks[name, default: [:]][sighting.mutant] = max(old ?? .exercised, sighting.mark)
    }
    tests = places.map { LedgerTest(name: $0, location: $1) }.sorted()
    mutants = Set(marks.values.flatMap(\.keys)).sorted()
    let indices = Dictionary(uniqueKeysWithValues: zip(mutants, mutants.indices))
    rows = tests.map { test in
      marks[test.name, default: [:]]
        .map { Cell(mutant: indices[$0]!, test: MutantEvidence.Test(test: test, mark: $1)) }
        .sorted { $0.mutant < $1.mutant }
    }
    tiers = Array(repeating: 0, count: tests.count)
    for (index, test) in tests.enumerated() where !isKnown(test.name) {
      leaveOut(
        index,
        because: test == .outside
          ? "It also runs where no test is known, and could not be tried there."
          : "No test framework says which test made this store.")
    }
  }

  /// The verdict on each mutant, with its tests, including tests that were left out.
  package var results: [MutantEvidence.Mutant] {
    var columns: [[MutantEvidence.Test]] = Array(repeating: [], count: mutants.count)
    for cell in rows.joined() { columns[cell.mutant].append(cell.test) }
    return zip(mutants, columns).map { mutant, tests in
      MutantEvidence.Mutant(
        subject: mutant, verdict: MutantVerdict(tests.map(\.result)), tests: tests)
    }
  }
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

  package func isSlow(_ test: Int) -> Bool { tiers[test] > 1 }
}

// MARK: - Trials

extension MutantMatrix {
  /// The number of tries after which a pair counts as having no result.
  package static let tryLimit = 3

  package mutating func record(
    _ trial: MutantTrial, of pair: Pair, cause: MutantTrial.Cause? = nil,
    code: MutantCode? = nil, reason: String? = nil
  ) {
    change(pair) {
      $0.test.result = trial
      $0.test.cause = cause
      $0.test.reason = reason ?? trial.usualReason
      $0.test.code = trial.isKill ? nil : code ?? $0.test.code
    }
  }

  /// Sets the suggested code in a test's cells, until a trial provides other code.
  package mutating func suggest(_ codes: [Behavior: MutantCode], for test: String) {
    guard let row = tests.firstIndex(where: { $0.name == test }) else { return }
    for index in rows[row].indices {
      rows[row][index].test.code = mutants[rows[row][index].mutant].behavior.flatMap { codes[$0] }
    }
  }

  /// Records that a run gave no result for a pair. The pair is tried again, up to the limit.
  package mutating func recordNoOutcome(of pair: Pair) {
    change(pair) {
      $0.failedTries += 1
      guard $0.failedTries >= Self.tryLimit else { return }
      $0.test.result = .noOutcome
      $0.test.reason = MutantTrial.noOutcome.usualReason
    }
  }

  /// Leaves a test out, and discards its results.
  package mutating func leaveOut(
    _ test: Int,
    because reason: String = "It was left out, because it failed or did not end without a mutant."
  ) {
    let name = tests[test]
    for index in rows[test].indices {
      rows[test][index].test = MutantEvidence.Test(
        test: name, mark: rows[test][index].test.mark, result: .leftOut, reason: reason)
    }
  }

  package func isLeftOut(_ test: Int) -> Bool {
    rows[test].contains { $0.test.result == .leftOut }
  }

  private mutating func change(_ pair: Pair, _ change: (inout Cell) -> Void) {
    guard let index = rows[pair.test].firstIndex(where: { $0.mutant == pair.mutant }) else {
      preconditionFailure("A pair of the matrix (was \(pair))")
    }
    change(&rows[pair.test][index])
  }
}

extension MutantTrial {
  /// The reason why a test could not be judged, unless a trial has a more exact one.
  fileprivate var usualReason: String? {
    switch self {
    case .unwritable: "The field cannot be put back."
    case .notReached: "It happened in the first run, and not again."
    case .noOutcome: "It did not run, or did not say how it ended."
    case .killed, .survived, .unnoticeable, .notTried, .leftOut: nil
    }
  }
}
