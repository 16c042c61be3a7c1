import TestEvents

/// The selection of mutants that a session tries.
package struct MutantSelection: Hashable, Sendable {
  /// The coverage hits of all mutants.
  package let sightings: [MutantSighting]

  /// The mutants to try.
  package private(set) var chosen: Set<MutantSubject>

  /// The scope of the session, and the results of an earlier session for mutants that need not be tried again.
  package var evidence = MutantEvidence(mutants: [])

  /// Chooses all mutants that tests exercise.
  package init(_ sightings: [MutantSighting] = []) {
    self.sightings = sightings
    chosen = Set(sightings.lazy.map(\.mutant))
  }

  /// Keeps only some mutants.
  mutating func restrict(to mutants: Set<MutantSubject>) { chosen.formIntersection(mutants) }

  /// Leaves out the features that have not changed.
  package mutating func restrict(to change: ReviewedChange) {
    let tests = Dictionary(
      grouping: sightings.filter { chosen.contains($0.mutant) }, by: \.mutant.feature
    ).mapValues { Set($0.map(\.test)) }
    let changed = tests.keys.filter { change.features.contains($0, testedBy: tests[$0] ?? []) }
    evidence.review = MutantEvidence.Review(
      since: change.revision, base: change.base, features: changed.sorted(),
      allFeatures: tests.count, allMutants: chosen.count, reason: change.features.reasonForAll)
    evidence.source?.unreached.removeAll {
      !change.features.contains($0.feature, testedBy: []) && !changed.contains($0.feature)
    }
    // A test that exercises changed code may also kill fewer mutants of unchanged code.
    let testsInDoubt = Set(sightings.filter { change.features.contains($0.mutant) }.map(\.test))
    let inDoubt = Set(sightings.filter { testsInDoubt.contains($0.test) }.map(\.mutant))
    let others = chosen.filter { !changed.contains($0.feature) && !inDoubt.contains($0) }
    guard let earlier = change.earlier else {
      chosen.subtract(others)
      return
    }
    let takenOver = earlier.mutants.filter {
      others.contains($0.subject) && $0.verdict != .notTried
    }
    evidence.mutants = takenOver
    evidence.takenOver = takenOver.isEmpty ? nil : takenOver.count
    chosen.subtract(takenOver.map(\.subject))
  }

  /// Keeps only the mutants of a shard.
  package mutating func restrict(to shard: MutantShard) {
    var shard = shard
    chosen = shard.deal(chosen)
    evidence.shard = shard
  }
}

/// A coverage hit of a mutant by a test.
package struct MutantSighting: Hashable, Sendable {
  /// The test, or ``LedgerTest/outside``.
  package let test: LedgerTest
  package let mutant: MutantSubject
  /// The test's highest coverage level. For source mutants, the level is `exercised`.
  package var mark = Behavior.Mark.exercised
}

extension LedgerTest {
  /// A placeholder that reports show for code that runs in no known test, such as a detached task.
  package static let outside = {
    let name = "code outside any known test, such as a detached task"
    return LedgerTest(name: name, file: name, line: 0)
  }()
}

extension Sequence<LedgerFact> {
  /// The behaviors that can be switched off. Actions without an outcome have no mutant.
  package var sightings: [MutantSighting] {
    filter(\.behavior.outcome.kind.canBeSwitchedOff)
      .map { MutantSighting(test: $0.test, mutant: .behavior($0.behavior), mark: $0.mark) }
  }
}

/// One of several parts of the mutants, for one of several machines.
package struct MutantShard: Hashable, Sendable, Codable {
  /// The number of the shard, from 1.
  package let number: Int
  package let count: Int

  /// The number of mutants that were dealt to all shards.
  package var allMutants = 0

  /// A value that is equal for all shards that divide the same mutants.
  package var digest = ""

  /// Parses `2/8`, or returns `nil` for other text.
  package init?(_ text: String) {
    guard let match = text.wholeMatch(of: /(\d+)\/(\d+)/), let number = Int(match.1),
      let count = Int(match.2), number > 0, number <= count
    else { return nil }
    self.number = number
    self.count = count
  }

  /// Deals some mutants, and returns those of this shard.
  ///
  /// The test with the most mutants determines the number of rounds, so each shard gets an equal share of each test's
  /// mutants. Mutants of one test are neighbors in the order, so they are dealt in turn. The distribution depends on
  /// no measurement: two machines would measure different values, and both could then skip a mutant.
  package mutating func deal(_ mutants: some Sequence<MutantSubject>) -> Set<MutantSubject> {
    let mutants = mutants.sorted()
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in mutants.flatMap({ ($0.description + "\n").utf8 }) {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    digest = String(hash, radix: 16)
    allMutants = mutants.count
    return Set(mutants.enumerated().filter { $0.offset % count == number - 1 }.map(\.element))
  }
}
