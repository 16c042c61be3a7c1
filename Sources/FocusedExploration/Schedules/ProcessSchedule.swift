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
    case replay(ScheduleReplay)
    /// A value that is neither. The message explains it.
    case flawed(message: String)
  }

  /// The schedule of this process.
  static let current = ProcessSchedule(
    TestProcess.isListing ? nil : EnvironmentVariable.schedule.value,
    randomSeed: UInt64.random(in: 0..<(1 << 32)), announce: printError)

  package let request: Request
  /// Whether an issue has reported that the variable has a wrong value, or repeats another test.
  private let isReported = Flag()

  package init(_ text: String?, randomSeed: UInt64, announce: (String) -> Void) {
    request = Self.request(text, randomSeed: randomSeed)
    if text == "shuffle" { announce(FailureMessages.shuffled(by: randomSeed)) }
  }

  private static func request(_ text: String?, randomSeed: UInt64) -> Request {
    guard let text, !text.isEmpty else { return .none }
    if text == "shuffle" { return .shuffle(seed: randomSeed) }
    if text.hasPrefix("shuffle:"), let seed = UInt64(text.dropFirst("shuffle:".count), radix: 16) {
      return .shuffle(seed: seed)
    }
    do {
      return .replay(try ScheduleReplay(text))
    } catch {
      return .flawed(message: FailureMessages.flawedReplay(text, error))
    }
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
    if let callSite { reportUnused(at: callSite) }
    return nil
  }

  /// Reports, once per process, that the variable has a wrong value, or repeats another test than the one that creates a
  /// store.
  package func reportUnused(at callSite: CallSite) {
    let message: String
    switch request {
    case .none, .shuffle: return
    case .replay(let replay): message = FailureMessages.replayOfAnotherTest(replay.text)
    case .flawed(let text): message = text
    }
    if isReported.raise() { Issues.report(message, at: callSite) }
  }

  /// The seed of a store, which differs from line to line.
  private static func seed(_ seed: UInt64, ofStoreCreatedAt callSite: CallSite?) -> UInt64 {
    var hash = StableHash(seed)
    hash.combine(Test.current?.name ?? "")
    if let callSite { hash.combine("\(callSite.fileID):\(callSite.line):\(callSite.column)") }
    return hash.value
  }
}
