import FocusedTestStore
import Testing

struct ScheduleTests {
  private typealias Point = Schedule.Point

  @Test func `A seed gives the same choices in each process`() {
    let choices = (0..<12).map { Schedule(seed: 7).choice(at: Point(number: $0), of: 3) }
    claimEqual(choices, [1, 1, 1, 2, 2, 0, 2, 1, 0, 2, 2, 2])
    #expect(choices != (0..<12).map { Schedule(seed: 8).choice(at: Point(number: $0), of: 3) })
    #expect(
      choices != (0..<12).map { Schedule(seed: 7).choice(at: Point(store: 1, number: $0), of: 3) })
  }
}

struct ScheduleReplayTests {
  @Test func `A replay string with any damaged character is rejected`() {
    let schedule = Schedule([.init(number: 4): 1, .init(store: 1, number: 12): 2])
    let test = ScheduledTest(fileID: "Tests/A.swift", function: "a()")
    let text = ScheduleReplay(schedule, of: test).text
    for index in text.indices {
      var damaged = text
      damaged.replaceSubrange(index...index, with: text[index] == "7" ? "8" : "7")
      #expect(throws: ScheduleReplay.Flaw.self) { try ScheduleReplay(damaged) }
      damaged = text
      damaged.remove(at: index)
      #expect(throws: ScheduleReplay.Flaw.self) { try ScheduleReplay(damaged) }
    }
  }

  @Test(arguments: ["", "-", "1", "1---", "fifo", "1-kf8m1-0", "1-kf8m1-:-xx", "ü", "shuffle"])
  func `Other text is reported as a damaged replay string`(_ text: String) {
    #expect(throws: ScheduleReplay.Flaw.damaged) { try ScheduleReplay(text) }
  }
}
