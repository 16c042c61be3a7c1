/// A schedule as text, with the test that it is of: `1-k3f9z-4:1-c7`.
///
/// A version, the test, the deviations and a check digit, short enough to paste. It holds across processes
/// and machines, as long as the test and its feature stay as they are.
package struct ScheduleReplay: Hashable, Sendable {
  package enum Flaw: Error, Hashable {
    /// The text is not one of a schedule, or has been damaged.
    case damaged
    /// The text is of another version of this package.
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
    let deviations = schedule.deviations.sorted { $0.key < $1.key }.map { point, choice in
      point.store == 0
        ? "\(point.number):\(choice)" : "\(point.store):\(point.number):\(choice)"
    }
    let text =
      "\(Self.version)-\(test)-\(deviations.isEmpty ? "0" : deviations.joined(separator: "."))"
    return "\(text)-\(Self.check(text))"
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
    for deviation in text.split(separator: ".", omittingEmptySubsequences: false) {
      let numbers = deviation.split(separator: ":", omittingEmptySubsequences: false).map {
        Int($0)
      }
      guard (2...3).contains(numbers.count) else { throw .damaged }
      let store = numbers.count == 3 ? numbers[0] : 0
      guard let store, let number = numbers[numbers.count - 2], let choice = numbers.last ?? nil,
        store >= 0, number >= 0, choice > 0
      else { throw .damaged }
      schedule.deviations[Schedule.Point(store: store, number: number)] = choice
    }
    return schedule
  }

  private static func check(_ text: String) -> String { StableHash.digits(of: text, count: 2) }
}

/// The test that runs under schedules, as its replay strings know it.
package struct ScheduledTest: Hashable, Sendable {
  /// The file and the name of the test. Not its line, which changes.
  package let name: String

  package init(fileID: String, function: String) {
    self.init(name: "\(fileID) \(function)")
  }

  init(name: String) {
    self.name = name
  }

  package var hash: String { StableHash.digits(of: name, count: 5) }
}

extension StableHash {
  /// A hash of a text in letters and digits.
  static func digits(of text: String, count: Int) -> String {
    var hash = StableHash()
    hash.combine(text)
    let digits = String(hash.value, radix: 36)
    return String(String(repeating: "0", count: 13).appending(digits).suffix(count))
  }
}

extension ScheduleReplay.Flaw {
  /// What is reported of a flawed text.
  func message(on text: String, isOfProcess: Bool) -> String {
    switch self {
    case .damaged: FailureMessages.damagedReplay(text, isOfProcess: isOfProcess)
    case .version(let version):
      FailureMessages.replay(
        text, ofVersion: version, insteadOf: ScheduleReplay.version, isOfProcess: isOfProcess)
    }
  }
}
