import BehaviorLedger
import Core
import Foundation
import Synchronization

#if canImport(Testing)
  import Testing
#endif

/// What `FOCUSED_SCHEDULE` asks of a whole process.
///
/// `shuffle` has each store follow a random schedule, `shuffle:SEED` those of an earlier process. A replay
/// string has the test that it is of follow that schedule.
package struct ProcessSchedule: Sendable {
  enum Request: Sendable, Hashable {
    case none
    case shuffle(seed: UInt64)
    case replay(ScheduleReplay)
    case flawed(String, ScheduleReplay.Flaw)
  }

  /// Nothing while tests are listed: the stores that test cases have as properties are of no test then.
  static let current = ProcessSchedule(
    TestProcess.isListing ? nil : EnvironmentVariable.schedule.value,
    randomSeed: UInt64.random(in: 0..<(1 << 32))
  ) { message in
    FileHandle.standardError.write(Data("\(message)\n".utf8))
  }

  let request: Request
  private let onlyOnce = OnlyOnce()
  private let explorations = ExplorationLines()

  init(_ text: String?, randomSeed: UInt64, announce: (String) -> Void) {
    request = Self.request(text, randomSeed: randomSeed)
    if text == "shuffle" { announce(FailureMessages.shuffled(by: randomSeed)) }
  }

  private static func request(_ text: String?, randomSeed: UInt64) -> Request {
    guard let text, !text.isEmpty else { return .none }
    if text == "shuffle" { return .shuffle(seed: randomSeed) }
    if text.hasPrefix("shuffle:") {
      let seed = UInt64(text.dropFirst("shuffle:".count), radix: 16)
      return seed.map { .shuffle(seed: $0) } ?? .flawed(text, .damaged)
    }
    do {
      return .replay(try ScheduleReplay(text))
    } catch {
      return .flawed(text, error)
    }
  }

  /// The schedule that a test must follow, and no other.
  func replay(of test: ScheduledTest) -> Schedule? {
    guard case .replay(let replay) = request, replay.test == test.hash else { return nil }
    return replay.schedule
  }

  /// The run that a store belongs to which is created outside of any exploration.
  func run(ofStoreCreatedAt callSite: CallSite?) -> ScheduleRun? {
    switch request {
    case .none: return nil
    case .replay(let replay):
      reportOnce(FailureMessages.replayOfAnotherTest(replay.text), at: callSite)
    case .flawed:
      if let callSite { reportFlaw(at: callSite) }
    case .shuffle(let seed):
      var hash = StableHash(seed)
      hash.combine(Self.testName ?? "")
      if let callSite { hash.combine("\(callSite.fileID):\(callSite.line):\(callSite.column)") }
      return ScheduleRun(Schedule(seed: hash.value))
    }
    return nil
  }

  /// Reports what is wrong with the request, once for each test.
  func reportFlaw(at callSite: CallSite) {
    guard case .flawed(let text, let flaw) = request else { return }
    guard onlyOnce.isFirst(of: RunningTest.current(creating: callSite)) else { return }
    Issues.report(flaw.message(on: text, isOfProcess: true), at: callSite)
  }

  /// The number of an exploration among those of its function in the running test, beginning at 1.
  func number(ofExplorationIn function: String, at callSite: CallSite) -> Int {
    explorations.number(
      ofLine: callSite.line, in: function, of: RunningTest.current(creating: callSite))
  }

  private static var testName: String? {
    #if canImport(Testing)
      Test.current?.name
    #else
      nil
    #endif
  }

  private func reportOnce(_ message: String, at callSite: CallSite?) {
    guard let callSite, onlyOnce.isFirst() else { return }
    Issues.report(message, at: callSite)
  }

  /// The lines of the explorations in each function, in the order in which a test came to them. A line by itself
  /// changes with what stands above it.
  private final class ExplorationLines: Sendable {
    private struct Place: Hashable {
      let test: RunningTest
      let function: String
    }

    private let lines = Lock<[Place: [UInt]]>([:])

    func number(ofLine line: UInt, in function: String, of test: RunningTest) -> Int {
      lines.withLock { known in
        var lines = known[Place(test: test, function: function), default: []]
        if !lines.contains(line) { lines.append(line) }
        known[Place(test: test, function: function)] = lines
        return (lines.firstIndex(of: line) ?? 0) + 1
      }
    }
  }

  private final class OnlyOnce: Sendable {
    private let hasHappened = Atomic(false)
    private let tests = Lock<Set<RunningTest>>([])

    func isFirst() -> Bool { !hasHappened.exchange(true, ordering: .relaxed) }

    func isFirst(of test: RunningTest) -> Bool { tests.withLock { $0.insert(test).inserted } }
  }
}

extension EffectScheduler {
  /// The scheduler of a store that is created now. It follows the schedule that the current task runs under.
  static func forNewStore(createdAt callSite: CallSite?) -> EffectScheduler {
    let run = ScheduleRun.current ?? ProcessSchedule.current.run(ofStoreCreatedAt: callSite)
    let traced = callSite == nil ? nil : TraceWriter.current.map(TracedScheduler.init)
    return run?.makeScheduler(traced: traced) ?? EffectScheduler(overlap: nil, traced: traced)
  }
}
