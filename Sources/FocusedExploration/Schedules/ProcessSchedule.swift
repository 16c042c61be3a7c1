import Core
import Foundation
import FocusedTestStore
import Testing

/// The schedule that `FOCUSED_SCHEDULE` selects for a whole process.
///
/// With `shuffle`, each store follows a random order. With `shuffle:SEED`, it follows the order of an earlier process.
/// Any other text is a replay string. `FocusedTestStore` finds this class by its name.
package final class ProcessSchedule: DiscoverableSchedule, Sendable {
  package enum Request: Sendable, Hashable {
    case none
    case shuffle(seed: UInt64)
    case replay(String)
  }

  /// The schedule of this process.
  static let current = ProcessSchedule(
    TestProcess.isListing ? nil : EnvironmentVariable.schedule.value,
    randomSeed: UInt64.random(in: 0..<(1 << 32)), announce: printError)

  package let request: Request

  package init(_ text: String?, randomSeed: UInt64, announce: (String) -> Void) {
    request = Self.request(text, randomSeed: randomSeed)
    if text == "shuffle" { announce(FailureMessages.shuffled(by: randomSeed)) }
  }

  private static func request(_ text: String?, randomSeed: UInt64) -> Request {
    guard let text, !text.isEmpty else { return .none }
    if text == "shuffle" { return .shuffle(seed: randomSeed) }
    let seed =
      text.hasPrefix("shuffle:") ? UInt64(text.dropFirst("shuffle:".count), radix: 16) : nil
    return seed.map { .shuffle(seed: $0) } ?? .replay(text)
  }

  package static func chooser(
    for _: String, ofStoreCreatedAt callSite: CallSite?
  ) -> (any WorkChooser)? {
    current.chooser(ofStoreCreatedAt: callSite)
  }

  package func chooser(ofStoreCreatedAt callSite: CallSite?) -> TaskChooser? {
    if case .shuffle(let seed) = request {
      return TaskChooser(shuffledBy: Self.seed(seed, ofStoreCreatedAt: callSite))
    }
    if case .replay = request, let callSite { ReplayReader.ofProcess.reportUnused(at: callSite) }
    return nil
  }

  /// The seed of a store, which differs from line to line.
  private static func seed(_ seed: UInt64, ofStoreCreatedAt callSite: CallSite?) -> UInt64 {
    var hash = StableHash(seed)
    hash.combine(Test.current?.name ?? "")
    if let callSite { hash.combine("\(callSite.fileID):\(callSite.line):\(callSite.column)") }
    return hash.value
  }
}
