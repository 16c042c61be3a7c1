import Core
import Foundation
import Synchronization
import Testing

/// The schedule that `FOCUSED_SCHEDULE` selects for a whole process.
///
/// With `shuffle`, each store follows a random order. With `shuffle:SEED`, it follows the order of an earlier
/// process. `FocusedExploration` reads any other text, which is a replay string.
package struct ProcessSchedule: Sendable {
  package enum Request: Sendable, Hashable {
    case none
    case shuffle(seed: UInt64)
    case replay(String)
  }

  /// The schedule of this process. There is none while tests are listed, because stores in properties of test cases
  /// then belong to no test.
  package static let current = ProcessSchedule(
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

  /// The policy of a store that is created outside an exploration.
  package func policy(ofStoreCreatedAt callSite: CallSite?) -> SchedulingPolicy {
    if case .shuffle(let seed) = request {
      return .shuffled(seed: Self.seed(seed, ofStoreCreatedAt: callSite))
    }
    if case .replay(let text) = request, let callSite { Self.reportUnused(text, at: callSite) }
    return .firstInFirstOut
  }

  /// The seed of a store, which differs from line to line.
  package static func seed(_ seed: UInt64, ofStoreCreatedAt callSite: CallSite?) -> UInt64 {
    var hash = StableHash(seed)
    hash.combine(Test.current?.name ?? "")
    if let callSite { hash.combine("\(callSite.fileID):\(callSite.line):\(callSite.column)") }
    return hash.value
  }

  /// The class of `FocusedExploration` that reads replay strings. It is found by name because this module must not
  /// import `FocusedExploration`.
  package static let replayReaderName = "FocusedExploration.ReplayReader"

  private static let replayReader =
    NSClassFromString(replayReaderName) as? any DiscoverableReplayReader.Type
  private static let isMissingReaderReported = Atomic(false)

  private static func reportUnused(_ text: String, at callSite: CallSite) {
    if let replayReader { return replayReader.reportUnused(text, ofStoreCreatedAt: callSite) }
    if !isMissingReaderReported.exchange(true, ordering: .relaxed) {
      Issues.report(FailureMessages.notLinked("FocusedExploration", for: .schedule), at: callSite)
    }
  }
}

/// A reader of the replay strings of `FOCUSED_SCHEDULE`. `FocusedExploration` supplies it, and is found by name.
package protocol DiscoverableReplayReader: AnyObject, SendableMetatype {
  /// Reports, once, that no test follows the replay string in the environment.
  static func reportUnused(_ text: String, ofStoreCreatedAt callSite: CallSite)
}

extension EffectScheduler {
  /// The scheduler of a store that is being created.
  static func forNewStore(createdAt callSite: CallSite?) -> EffectScheduler {
    if let callSite { Listeners.reportAbsence(at: callSite) }
    let waits = callSite == nil ? nil : Listeners.ofProcess?.makeWaitListener()
    return CurrentRun.value?.makeScheduler(waits: waits)
      ?? EffectScheduler(
        policy: ProcessSchedule.current.policy(ofStoreCreatedAt: callSite), waits: waits)
  }
}
