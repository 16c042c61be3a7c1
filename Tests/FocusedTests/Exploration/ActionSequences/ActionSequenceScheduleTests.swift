import FocusedTestStore
import Testing

@testable import struct FocusedExploration.PossibleEvent
@testable import class FocusedExploration.ScheduleRun
@testable import struct FocusedExploration.ScheduleShrinking
@testable import struct FocusedExploration.ValueFingerprint

/// Schedules that are action sequences: their text, and their reduction.
struct ActionSequenceScheduleTests {
  private func sequence(_ choices: [Int]) -> Schedule {
    Schedule(
      Dictionary(
        uniqueKeysWithValues: choices.enumerated().map { (.idle(step: $0, exploration: 0), $1) }))
  }

  @Test(arguments: 1...8)
  func `A random action sequence ends, whatever the limit`(_ seed: UInt64) {
    let run = ScheduleRun(Schedule(seed: seed))
    let event = PossibleEvent(label: { 0 }, code: { _ in }, begin: {})
    func continues(after taken: Int, upTo limit: Int) -> Bool {
      run.choose(among: [event], taken: taken, limit: limit) { ValueFingerprint(of: taken) } != nil
    }
    #expect(continues(after: 0, upTo: .max) && !continues(after: 1_000, upTo: .max))
    // The others have random lengths.
    if seed.isMultiple(of: 4) { return }
    #expect(continues(after: 999, upTo: .max))
    #expect(continues(after: 11, upTo: 12) && !continues(after: 12, upTo: 12))
  }

  @Test(arguments: ["u1,u3,u2", "u1,4:1.u2", "1:4:1.u2,u0:1", "3:1", "0", "u1,uu2"])
  func `A schedule of steps survives its text`(_ text: String) throws {
    let test = ScheduledTest(fileID: "A.swift", function: "f()")
    let checked = ScheduleReplay(.firstInFirstOut, of: test).text
    let parts = checked.split(separator: "-")
    // The text has its own check digits.
    let schedule = try parse(text, test: String(parts[1]))
    let written = ScheduleReplay(schedule, of: test).text
    #expect(written.split(separator: "-")[2] == text)
    #expect(try ScheduleReplay(written).schedule == schedule)
  }

  private func parse(_ text: String, test: String) throws -> Schedule {
    for check in 0..<(36 * 36) {
      let digits = "0\(String(check, radix: 36))".suffix(2)
      if let replay = try? ScheduleReplay("1-\(test)-\(text)-\(digits)") { return replay.schedule }
    }
    throw ScheduleReplay.Flaw.damaged
  }

  /// Shrinks an action sequence of numbers. Each number has a separate label.
  private func shrunk(_ choices: [Int], failsWith isFailing: ([Int]) -> Bool) -> [Int] {
    func labels(_ numbers: [Int]) -> [UInt64] { numbers.map { UInt64($0) } }
    func numbers(of schedule: Schedule) -> [Int] {
      schedule.deviations.sorted { $0.key < $1.key }.map(\.value)
    }
    var shrinking = ScheduleShrinking(sequence(choices), labels: labels(choices))
    while let candidate = shrinking.next() {
      let tried = numbers(of: candidate.schedule)
      shrinking.didRun(
        candidate, as: candidate.schedule, labels: labels(tried), hasFailed: isFailing(tried))
    }
    return numbers(of: shrinking.smallest)
  }

  @Test func `Steps are made smaller`() {
    claimEqual(shrunk([3, 7, 4]) { $0.count == 2 && $0[0] < $0[1] }, [1, 2])
  }

  @Test func `Fewer steps are smaller than earlier ones`() {
    typealias Size = ScheduleShrinking.Size
    #expect(Size(sequence([9])) < Size(sequence([1, 1])))
    #expect(Size(sequence([1, 2])) < Size(sequence([2, 1])))
    let early = Schedule([.early(step: 0, number: 0): 1])
    #expect(Size(sequence([9])) < Size(early))
    var ordered = sequence([1])
    ordered.deviations[.init(number: 3)] = 1
    #expect(Size(sequence([2])) < Size(ordered))
  }

  @Test func `A single step is made smaller, and a single deviation`() {
    claimEqual(shrunk([7]) { $0[0] >= 3 }, [3])
    var shrinking = ScheduleShrinking(Schedule([.init(number: 3): 5]))
    while let candidate = shrinking.next() {
      let isFailing = candidate.schedule.deviations.values.contains { $0 > 1 }
      shrinking.didRun(candidate, as: candidate.schedule, hasFailed: isFailing)
    }
    claimEqual(shrinking.smallest, Schedule([.init(number: 3): 2]))
  }
}
