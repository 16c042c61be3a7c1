import TestEvents

/// One of several parts of the mutants, for one of several machines.
package struct MutantShard: Hashable, Sendable, Codable {
  /// The number of the shard, from 1.
  package let number: Int
  package let count: Int

  /// The number of mutants that were dealt to all shards.
  package var allMutants = 0

  /// A value that is equal for all shards that divide the same mutants.
  package var digest = ""

  package init(_ number: Int, of count: Int) {
    self.number = number
    self.count = count
  }

  /// Parses `2/8`, or returns `nil` for other text.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]), count > 0,
      (1...count).contains(number)
    else { return nil }
    self.init(number, of: count)
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
