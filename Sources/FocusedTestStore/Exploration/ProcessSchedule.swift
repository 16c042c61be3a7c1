import BehaviorLedger
import Core

#if canImport(Testing)
  import Testing
#endif

/// What `FOCUSED_SCHEDULE` asks of a whole process.
///
/// With `shuffle` each store follows a random schedule, with `shuffle:SEED` those of an earlier process. With a
/// replay string its test follows that schedule.
package final class ProcessSchedule: Sendable {
  enum Request: Sendable, Hashable {
    case none
    case shuffle(seed: UInt64)
    case replay(ScheduleReplay)
    case flawed(String, ScheduleReplay.Flaw)
  }

  /// It asks for nothing while tests are listed: the stores that test cases have as properties belong to no test then.
  static let current = ProcessSchedule(
    TestProcess.isListing ? nil : EnvironmentVariable.schedule.value,
    randomSeed: UInt64.random(in: 0..<(1 << 32)), announce: printError)

  let request: Request
  /// Whether it has been reported that the replay string is of another test.
  private let isOtherTestReported = Lock(false)
  /// The tests in which a flaw has been reported.
  private let flawedTests = Lock<Set<RunningTest>>([])
  /// The lines of the explorations in each function, in the order in which a test came to them. A line by itself
  /// changes with what stands above it.
  private let explorations = Lock<[TestFunction: [UInt]]>([:])

  private struct TestFunction: Hashable {
    let test: RunningTest
    let name: String
  }

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

  /// The run of a store that is created outside of any exploration.
  func run(ofStoreCreatedAt callSite: CallSite?) -> ScheduleRun? {
    switch request {
    case .none: return nil
    case .replay(let replay):
      guard let callSite else { return nil }
      let isReported = isOtherTestReported.withLock { isReported in
        defer { isReported = true }
        return isReported
      }
      if isReported { return nil }
      Issues.report(FailureMessages.replayOfAnotherTest(replay.text), at: callSite)
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
    let test = RunningTest.current(creating: callSite)
    guard flawedTests.withLock({ $0.insert(test).inserted }) else { return }
    Issues.report(flaw.message(on: text, isOfProcess: true), at: callSite)
  }

  /// The number of an exploration among those of its function in the running test, beginning at 1.
  func number(ofExplorationIn function: String, at callSite: CallSite) -> Int {
    let place = TestFunction(test: .current(creating: callSite), name: function)
    return explorations.withLock { explorations in
      var lines = explorations[place] ?? []
      if !lines.contains(callSite.line) { lines.append(callSite.line) }
      explorations[place] = lines
      return (lines.firstIndex(of: callSite.line) ?? 0) + 1
    }
  }

  private static var testName: String? {
    #if canImport(Testing)
      Test.current?.name
    #else
      nil
    #endif
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
