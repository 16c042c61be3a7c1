import Core
import FocusedTestStore

/// A test that runs under schedules, as replay strings identify it.
package struct ScheduledTest: Hashable, Sendable {
  /// The file and the name of the test. The name contains no line, because lines change.
  let name: String

  package init(fileID: String, function: String) {
    name = "\(fileID) \(function)"
  }

  package var hash: String { StableHash.digits(of: name, count: 5) }
}

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
