import Core
import FocusedTestStore

/// The replay string that `FOCUSED_SCHEDULE` gives to a whole process.
///
/// `FocusedTestStore` finds this class by its name.
package final class ReplayReader: DiscoverableReplayReader, Sendable {
  /// The reader of the value of `FOCUSED_SCHEDULE`.
  static let ofProcess = ReplayReader(
    {
      if case .replay(let text) = ProcessSchedule.current.request { return text }
      return nil
    }())

  private let text: String?
  private let replay: Result<ScheduleReplay, ScheduleReplay.Flaw>?
  /// Whether an issue has reported that the replay string belongs to another test.
  private let isOtherTestReported = Flag()
  /// The tests that have reported a flaw of the string.
  private let flawedTests = Lock<Set<RunningTestID>>([])

  package init(_ text: String?) {
    self.text = text
    replay = text.map { text in
      Result { () throws(ScheduleReplay.Flaw) in try ScheduleReplay(text) }
    }
  }

  package static func reportUnused(ofStoreCreatedAt callSite: CallSite) {
    ofProcess.reportUnused(at: callSite)
  }

  /// Reports a flaw of the string, or that the string belongs to another test than the one that creates a store.
  package func reportUnused(at callSite: CallSite) {
    guard case .success(let replay) = replay else { return reportFlaw(at: callSite) }
    if isOtherTestReported.raise() {
      Issues.report(FailureMessages.replayOfAnotherTest(replay.text), at: callSite)
    }
  }

  /// Reports a flaw of the string, once per test.
  func reportFlaw(at callSite: CallSite) {
    guard let text, case .failure(let flaw) = replay else { return }
    guard flawedTests.withLock({ $0.insert(RunningTestID()).inserted }) else { return }
    Issues.report(FailureMessages.flawedReplay(text, flaw, isOfProcess: true), at: callSite)
  }

  /// The only schedule that the test must follow, if the replay string belongs to the test.
  func schedule(of test: ScheduledTest) -> Schedule? {
    guard case .success(let replay) = replay, replay.test == test.hash else { return nil }
    return replay.schedule
  }
}
