import TestEvents

/// One of several parts of the mutants, for one of several machines.
package struct MutantShard: Hashable, Sendable {
  /// The number of the shard, from 1.
  package let number: Int
  package let count: Int

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

  package var description: String { "\(number)/\(count)" }

  /// The mutants of this shard.
  ///
  /// The test with the most mutants determines the number of rounds, so each shard gets an equal share of each test's
  /// mutants. Mutants of one test are neighbors in the order, so they are dealt in turn. The distribution depends on
  /// no measurement: two machines would measure different values, and both could then skip a mutant.
  package func part(of mutants: some Sequence<MutantSubject>) -> Set<MutantSubject> {
    Set(
      mutants.sorted().enumerated()
        .filter { $0.offset % count == number - 1 }.map(\.element))
  }

  /// A value that is equal for all shards that divide the same mutants.
  package static func digest(of mutants: some Sequence<MutantSubject>) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for mutant in mutants.sorted() {
      for byte in (mutant.description + "\n").utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
    return String(hash, radix: 16)
  }
}
