import TestEvents

/// The part of the mutants that one of several machines tries.
package struct MutantShard: Hashable, Sendable {
  /// From 1.
  package let number: Int
  package let count: Int

  package init(_ number: Int, of count: Int) {
    self.number = number
    self.count = count
  }

  /// Reads `2/8`, or returns `nil` for other text.
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
  /// A session takes as many rounds as one of its tests has mutants, so each shard gets the same share of
  /// each test's: mutants of one test are neighbors in their order, and are dealt like cards. Nothing is
  /// measured, because two machines would measure two things, and could both leave a mutant to the other.
  package func part(of mutants: some Sequence<MutantSubject>) -> Set<MutantSubject> {
    Set(
      mutants.sorted().enumerated()
        .filter { $0.offset % count == number - 1 }.map(\.element))
  }

  /// A value that all shards of one session share if they were dealt the same mutants.
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
