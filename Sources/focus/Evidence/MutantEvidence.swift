import TestEvents

/// What is known of each mutant after a session: what `focus mutate --json` prints, and
/// `focus report --evidence` reads. The article FileFormats has it.
package struct MutantEvidence: Hashable, Sendable {
  package static let version = 1

  package var isComplete: Bool
  package var triesAll: Bool
  package var rounds: Int
  package var seconds: Double
  package var mutants: [Mutant]

  /// The tests that failed without a mutant, and were left out.
  package var flakyTests: [String]

  /// What exercises behaviors and is no test that can be told.
  package var unknownTests: [String]

  /// The tests that rounds waited for.
  package var slowTests: [SlowTest] = []

  /// The commit that was tried, if all files were as they are there.
  package var revision: String?

  /// How many mutants were not tried, because an earlier session has tried them.
  package var takenOver = 0

  /// What else is known of the mutants of the source, where they are that.
  package var source: SourceMutants?

  /// What the session was about, where that was a change.
  package var review: Review?

  /// What the session was about, where several machines shared the work.
  package var shard: Shard?

  package init(
    isComplete: Bool = true, triesAll: Bool = false, rounds: Int = 0, seconds: Double = 0,
    mutants: [Mutant], flakyTests: [String] = [], unknownTests: [String] = [],
    slowTests: [SlowTest] = []
  ) {
    self.isComplete = isComplete
    self.triesAll = triesAll
    self.rounds = rounds
    self.seconds = seconds
    self.mutants = mutants
    self.flakyTests = flakyTests
    self.unknownTests = unknownTests
    self.slowTests = slowTests
  }

  /// The mutants of the source that were not tried.
  package struct SourceMutants: Hashable, Sendable, Codable {
    /// How many there were before the compiler was asked.
    package var found: Int
    /// How many it has not taken, by what is done.
    package var dropped: [String: Int]
    /// Those that no test comes to.
    package var unreached: [SourceMutant]

    package init(found: Int, dropped: [String: Int] = [:], unreached: [SourceMutant] = []) {
      self.found = found
      self.dropped = dropped
      self.unreached = unreached
    }
  }

  /// A change, and the features whose mutants were tried for it.
  package struct Review: Hashable, Sendable, Codable {
    /// The revision that was asked for, and the commit that it has in common with what was tried.
    package var since: String
    package var base: String

    /// The features that differ, or whose tests do.
    package var features: [String]
    package var allFeatures: Int
    package var allMutants: Int

    /// Why all features are meant, if that was in doubt.
    package var reason: String?
  }

  /// A part of the mutants.
  package struct Shard: Hashable, Sendable, Codable {
    /// From 1.
    package var number: Int
    package var count: Int
    package var allMutants: Int

    /// The same for all shards that were dealt the same mutants.
    package var digest: String

    package init(number: Int, count: Int, allMutants: Int, digest: String) {
      self.number = number
      self.count = count
      self.allMutants = allMutants
      self.digest = digest
    }
  }

  /// One mutant, with the tests that come to it.
  package struct Mutant: Hashable, Sendable {
    package var subject: MutantSubject
    package var verdict: MutantVerdict
    package var tests: [Test]

    /// Where the feature handles the action.
    package var handledAt: ProductionLine?

    package init(
      subject: MutantSubject, verdict: MutantVerdict, tests: [Test],
      handledAt: ProductionLine? = nil
    ) {
      self.subject = subject
      self.verdict = verdict
      self.tests = tests
      self.handledAt = handledAt
    }

    package var behavior: Behavior? { subject.behavior }
  }

  /// One test, and what came of the mutant in it.
  package struct Test: Hashable, Sendable {
    package var test: LedgerTest
    package var mark: Behavior.Mark
    package var result: MutantTrial
    package var code: MutantCode?

    /// Why the test could not be judged, as a sentence; `nil` if it was, or was not asked.
    package var reason: String?

    package init(
      test: LedgerTest, mark: Behavior.Mark, result: MutantTrial, code: MutantCode? = nil,
      reason: String? = nil
    ) {
      self.test = test
      self.mark = mark
      self.result = result
      self.code = code
      self.reason = reason
    }
  }

  /// How many mutants there are of each verdict.
  package struct Counts: Hashable, Sendable {
    private var numbers: [MutantVerdict: Int] = [:]
    private var open = 0

    package init(_ mutants: some Sequence<Mutant>) {
      for mutant in mutants {
        numbers[mutant.verdict, default: 0] += 1
        if mutant.verdict == .notTried, mutant.tests.contains(where: { $0.result == .survived }) {
          open += 1
        }
      }
    }
  }
}

extension MutantEvidence {
  package var counts: Counts { Counts(mutants) }

  func mutants(_ verdict: MutantVerdict) -> [Mutant] { mutants.filter { $0.verdict == verdict } }
}

/// A test that takes long, and the rounds that it took part in.
package struct SlowTest: Hashable, Sendable, Codable {
  package var name: String
  package var seconds: Double
  package var rounds: Int

  package init(name: String, seconds: Double, rounds: Int) {
    self.name = name
    self.seconds = (seconds * 10).rounded() / 10
    self.rounds = rounds
  }
}

extension MutantEvidence.Counts {
  package subscript(verdict: MutantVerdict) -> Int { numbers[verdict] ?? 0 }

  package var all: Int { numbers.values.reduce(0, +) }

  /// The mutants of which it is known whether a test notices.
  package var judged: Int { self[.killed] + self[.survived] }

  /// The same, and those of which tests have passed by the time that the work was stopped.
  package var tried: Int { judged + open }

  /// How many percent of the judged ones are killed, or `nil` if there are none.
  package var percent: Percentage? { Percentage(self[.killed], of: judged) }

  /// Whether fewer than so many percent are killed. Compared without rounding.
  ///
  /// Of no mutants none is killed, so a run that could judge none does not pass.
  package func isBelow(percent: Double) -> Bool { (self.percent?.exact ?? 0) < percent }
}
