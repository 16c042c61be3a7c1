import Foundation

/// The number of random cases in a soak test: few in a usual run, four times as many in CI, which sets
/// `FOCUSED_SOAK_FACTOR`, or the number in `FOCUSED_SOAK`.
///
/// `FOCUSED_SOAK=100000 swift test --filter Soak` runs a hundred thousand scripts.
/// `FOCUSED_SOAK_SEED=7` begins at another seed.
package enum SoakSize {
  package static let chunks = 16

  /// The seeds of one chunk.
  package static func seeds(of chunk: Int, everyRun count: Int) -> Range<UInt64> {
    let count = number("FOCUSED_SOAK") ?? count * (number("FOCUSED_SOAK_FACTOR") ?? 1)
    let first = number("FOCUSED_SOAK_SEED") ?? 0
    return UInt64(first + count * chunk / chunks)..<UInt64(first + count * (chunk + 1) / chunks)
  }

  /// All seeds.
  package static func seeds(everyRun count: Int) -> Range<UInt64> {
    seeds(of: 0, everyRun: count).lowerBound..<seeds(of: chunks - 1, everyRun: count).upperBound
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }
}
