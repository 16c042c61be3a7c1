import Core
import FocusedTestStore

/// A schedule as text, with a hash of its test: `1-k3f9z-4:1-c7`.
///
/// The text contains a version, the test, the deviations, and a check digit. It is short enough to paste. It is valid
/// in all processes and on all machines, until the test or its feature changes.
package struct ScheduleReplay: Hashable, Sendable {
  package enum Flaw: Error, Hashable {
    /// The text isn't a replay string, or it was damaged.
    case damaged
    /// The text belongs to another version of this package.
    case version(String)
  }

  package static let version = "1"

  package let schedule: Schedule
  /// A hash of the test's name.
  package let test: String

  package init(_ schedule: Schedule, of test: ScheduledTest) {
    self.schedule = schedule
    self.test = test.hash
  }

  package var text: String {
    var segments: [[String]] = [[]]
    for (point, choice) in schedule.deviations.sorted(by: { $0.key < $1.key }) {
      while segments.count <= point.step { segments.append([]) }
      segments[point.step].append(Self.text(of: point, choice))
    }
    let choices = segments.map { $0.joined(separator: ".") }.joined(separator: ",")
    let text = "\(Self.version)-\(test)-\(choices.isEmpty ? "0" : choices)"
    return "\(text)-\(Self.check(text))"
  }

  /// `4:1` or `1:4:1` for effects of a store, `u2` for a step of the user while effects are idle, `u3:2` for an earlier
  /// step.
  private static func text(of point: Schedule.Point, _ choice: Int) -> String {
    if point.isEarly { return "u\(point.number):\(choice)" }
    if let exploration = point.explorationNumber {
      return String(repeating: "u", count: exploration + 1) + "\(choice)"
    }
    return point.store == 0
      ? "\(point.number):\(choice)" : "\(point.store):\(point.number):\(choice)"
  }

  package init(_ text: String) throws(Flaw) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let version = parts.first, Int(version) != nil else { throw .damaged }
    if version != Self.version { throw .version(String(version)) }
    guard parts.count == 4, Self.check(parts[..<3].joined(separator: "-")) == parts[3] else {
      throw .damaged
    }
    test = String(parts[1])
    schedule = try Self.schedule(parts[2])
  }

  private static func schedule(_ text: Substring) throws(Flaw) -> Schedule {
    var schedule = Schedule()
    if text == "0" { return schedule }
    let segments = text.split(separator: ",", omittingEmptySubsequences: false)
    for (step, segment) in segments.enumerated() where !segment.isEmpty || segments.count == 1 {
      for deviation in segment.split(separator: ".", omittingEmptySubsequences: false) {
        guard let (point, choice) = point(deviation, step: step) else { throw .damaged }
        schedule.deviations[point] = choice
      }
    }
    return schedule
  }

  private static func point(_ text: Substring, step: Int) -> (Schedule.Point, Int)? {
    let marks = text.prefix { $0 == "u" }.count
    let numbers = text.dropFirst(marks).split(separator: ":", omittingEmptySubsequences: false).map
    {
      Int($0)
    }
    guard (1...3).contains(numbers.count), numbers.allSatisfy({ $0.map { $0 >= 0 } ?? false }),
      let choice = numbers.last ?? nil, choice > 0
    else { return nil }
    let places = numbers.dropLast().compactMap(\.self)
    switch (marks, places.count) {
    case (0, 1): return (Schedule.Point(step: step, number: places[0]), choice)
    case (0, 2): return (Schedule.Point(step: step, store: places[0], number: places[1]), choice)
    case (1, 1): return (.early(step: step, number: places[0]), choice)
    case (1..., 0): return (.idle(step: step, exploration: marks - 1), choice)
    default: return nil
    }
  }

  private static func check(_ text: String) -> String { StableHash.digits(of: text, count: 2) }
}

/// The replay string that `FOCUSED_SCHEDULE` gives to a whole process.
package final class ReplayReader: Sendable {
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
