import TestEvents

/// The result of each mutant in each test that exercises it.
package struct MutantMatrix: Hashable, Sendable {
  /// The tests, in the order of their names.
  package let tests: [LedgerTest]

  /// The mutants, in order.
  package let mutants: [MutantSubject]

  /// For each test the mutants that it reaches, in their order.
  package private(set) var rows: [[Cell]]

  /// The tests whose verdicts do not count, by their places in ``tests``.
  package private(set) var leftOut: Set<Int> = []

  /// The class of each test. Tests of a lower class are tried first.
  package private(set) var tiers: [Int] = []

  /// One mutant in one test.
  package struct Cell: Hashable, Sendable {
    /// Its place in ``MutantMatrix/mutants``.
    package var mutant: Int

    /// The most that the test does with its behavior.
    package var mark: Behavior.Mark

    /// The result, or `nil` before it was tried.
    package var trial: MutantTrial?

    /// The number of tries without a result.
    package var failedTries = 0

    /// The code that would make the test notice.
    package var code: MutantCode?

    /// Why the field cannot be restored.
    package var reason: String?
  }

  /// A place in the matrix.
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
  /// - Parameter isKnown: Whether the runner reports the result of a test of this name. Other tests
  ///   are left out.
  package init(
    _ sightings: some Sequence<MutantSighting>, isKnown: (String) -> Bool = { _ in true }
  ) {
    var marks: [String: [MutantSubject: Behavior.Mark]] = [:]
    var places: [String: LedgerLocation] = [:]
    for sighting in sightings {
      let name = sighting.test.name
      // The same test may stand at the line of its first store, which can be another one in each run.
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
        .map { Cell(mutant: indices[$0]!, mark: $1) }
        .sorted { $0.mutant < $1.mutant }
    }
    leftOut = Set(tests.indices.filter { !isKnown(tests[$0].name) })
    tiers = Array(repeating: 0, count: tests.count)
  }

  package subscript(pair: Pair) -> Cell? {
    rows[pair.test].first { $0.mutant == pair.mutant }
  }

  /// The cells of each mutant with their tests, those left out included.
  package var columns: [[(test: Int, cell: Cell)]] {
    var columns: [[(test: Int, cell: Cell)]] = Array(repeating: [], count: mutants.count)
    for (test, row) in rows.enumerated() {
      for cell in row { columns[cell.mutant].append((test, cell)) }
    }
    return columns
  }

  /// The verdict on each mutant. A test that was left out is one that could not be judged.
  package var verdicts: [MutantVerdict] {
    columns.map { column in
      MutantVerdict(column.map { leftOut.contains($0.test) ? .noOutcome : $0.cell.trial })
    }
  }
}

// MARK: - Slow tests

extension MutantMatrix {
  /// Sorts the tests by how long they take, in seconds, and those of a class by whether they explore.
  ///
  /// A slow test takes at least a second, and four times the median: tests that run at the same
  /// time wait for each other, and then all seem to take long. Each class takes up to four times as
  /// long as the one before.
  ///
  /// - Parameter exploring: The tests that run in many orders, or with many scripts: each trial is many runs.
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
  /// The number of tries of a pair without a result.
  package static let tryLimit = 3

  package mutating func record(
    _ trial: MutantTrial, of pair: Pair, code: MutantCode? = nil, reason: String? = nil
  ) {
    change(pair) {
      $0.trial = trial
      $0.reason = reason
      $0.code = trial.isKill ? nil : code ?? $0.code
    }
  }

  /// Notes code that protects behaviors in a test, for want of better.
  package mutating func suggest(_ codes: [Behavior: MutantCode], for test: String) {
    guard let row = tests.firstIndex(where: { $0.name == test }) else { return }
    for index in rows[row].indices {
      rows[row][index].code = mutants[rows[row][index].mutant].behavior.flatMap { codes[$0] }
    }
  }

  /// Notes that a run said nothing of a pair; it is tried again, so many times.
  package mutating func recordNoOutcome(of pair: Pair) {
    change(pair) {
      $0.failedTries += 1
      if $0.failedTries >= Self.tryLimit { $0.trial = .noOutcome }
    }
  }

  /// Leaves a test out, and forgets what it said.
  package mutating func leaveOut(_ test: Int) {
    leftOut.insert(test)
    for index in rows[test].indices {
      rows[test][index].trial = nil
      rows[test][index].code = nil
    }
  }

  private mutating func change(_ pair: Pair, _ change: (inout Cell) -> Void) {
    guard let index = rows[pair.test].firstIndex(where: { $0.mutant == pair.mutant }) else {
      preconditionFailure("A pair of the matrix (was \(pair))")
    }
    change(&rows[pair.test][index])
  }
}
