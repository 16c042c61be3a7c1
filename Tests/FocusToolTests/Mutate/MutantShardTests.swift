import TestEvents
import Testing
@testable import focus

struct MutantShardTests {
  private let behaviors = (0..<50).map {
    Behavior(feature: "F\($0 / 10)", action: "a", outcome: .field("x\($0)"))
  }

  private var subjects: [MutantSubject] { behaviors.map(MutantSubject.behavior) }

  @Test(arguments: 1...8) func `Shards are disjoint, and all that there is`(count: Int) {
    let parts = (1...count).map {
      dealt($0, of: count, subjects).mutants.compactMap(\.behavior)
    }
    claimEqual(parts.map(\.count).reduce(0, +), 50)
    claimEqual(parts.reduce(into: Set()) { $0.formUnion($1) }, Set(behaviors))
    // Each shard gets an equal share of each feature's mutants, and so of each test's work.
    for feature in 0..<5 {
      let sizes = parts.map { $0.count { $0.feature == "F\(feature)" } }
      #expect(sizes.max()! - sizes.min()! <= 1)
    }
  }

  @Test func `The order in which behaviors are found does not matter`() {
    let (shard, mutants) = dealt(2, of: 3, subjects)
    #expect(dealt(2, of: 3, subjects.reversed()) == (shard, mutants))
    #expect(shard.digest != dealt(2, of: 3, subjects.dropLast()).shard.digest)
  }

  @Test func `A shard is read as K/N`() {
    let shard = MutantShard("2/8")
    #expect(shard?.number == 2 && shard?.count == 8)
    for text in ["0/8", "9/8", "1/0", "1", "1/2/3", "a/b", "/", "-1/2"] {
      #expect(MutantShard(text) == nil, "\(text)")
    }
  }

  // MARK: - Merging

  private func evidence(_ shard: Int, of count: Int, digest: String = "d") -> MutantEvidence {
    var (shard, mutants) = dealt(shard, of: count, subjects)
    shard.digest = digest
    let part = mutants.compactMap(\.behavior).sorted()
    var evidence = MutantEvidence(
      mutants: part.map {
        MutantEvidence.Mutant(
          subject: .behavior($0), verdict: .survived,
          tests: [
            MutantEvidence.Test(
              test: LedgerTest(name: "M.A/a()", file: "M/A.swift", line: 3), mark: .exercised,
              result: .survived)
          ])
      })
    (evidence.rounds, evidence.seconds) = (2, 1.5)
    evidence.shard = shard
    return evidence
  }

  @Test func `Shards are merged into what one machine would have found`() {
    let parts = [3, 1, 2].map { evidence($0, of: 3) }
    let merged = MutantEvidence(merging: parts)
    claimEqual(merged.mutants.map(\.behavior), behaviors.sorted())
    claimEqual(merged.counts[.survived], 50)
    #expect(merged.rounds == 6 && merged.seconds == 4.5 && merged.isComplete)
    #expect(merged.shard == nil)
    claimEqual(MutantEvidence.gaps(in: parts), [])
    claimEqual(MutantEvidence.gaps(in: []), [])
  }

  @Test func `What a mutant's tests say in two files is put together`() {
    func mutant(_ results: [String: MutantTrial]) -> MutantEvidence {
      MutantEvidence(
        mutants: [
          .init(
            subject: .behavior(behaviors[0]), verdict: .notTried,
            tests: results.map {
              .init(
                test: LedgerTest(name: $0, file: "A.swift", line: 1), mark: .asserted, result: $1)
            })
        ])
    }
    func verdict(_ parts: MutantEvidence...) -> MutantVerdict {
      MutantEvidence(merging: parts).mutants[0].verdict
    }
    claimEqual(verdict(mutant(["a": .survived]), mutant(["b": .killed])), .killed)
    claimEqual(verdict(mutant(["a": .survived]), mutant(["b": .survived])), .survived)
    #expect(
      verdict(mutant(["a": .survived]), mutant(["a": .notTried, "b": .notTried])) == .notTried)
    claimEqual(verdict(mutant(["a": .survived]), mutant(["b": .leftOut])), .undecided)
  }

  @Test func `Missing and foreign shards are named`() {
    #expect(
      MutantEvidence.gaps(in: [evidence(1, of: 4), evidence(3, of: 4)]) == [
        "Missing: shards 2 and 4 of 4. This report omits their mutants."
      ])
    #expect(
      MutantEvidence.gaps(in: [evidence(1, of: 2)]) == [
        "Missing: shard 2 of 2. This report omits their mutants."
      ])
    #expect(
      MutantEvidence.gaps(in: [evidence(1, of: 2), evidence(2, of: 3)]) == [
        "The shards belong to different sessions, of 2 and 3 shards."
      ])
    #expect(
      MutantEvidence.gaps(in: [evidence(1, of: 2), evidence(2, of: 2, digest: "e")]) == [
        "The shards divide different sets of mutants, so some mutants may be missing. "
          + "Expected the same commit and the same exercised behaviors on each machine."
      ])
    var source = evidence(2, of: 2)
    source.source = MutantEvidence.SourceMutants(found: 1)
    #expect(
      MutantEvidence.gaps(in: [evidence(1, of: 2), source]) == [
        "The evidence mixes behavior mutants and source mutants. Expected only one kind."
      ])
  }
}

private func dealt(
  _ number: Int, of count: Int, _ mutants: some Sequence<MutantSubject>
) -> (shard: MutantShard, mutants: Set<MutantSubject>) {
  var shard = MutantShard("\(number)/\(count)")!
  let mutants = shard.deal(mutants)
  return (shard, mutants)
}
