import FocusedTestStore
import Testing

struct ScheduleTests {
  private typealias Point = Schedule.Point

  @Test func `First in, first out takes the first everywhere`() {
    #expect(
      (1...5).map { Schedule.firstInFirstOut.choice(at: Point(number: 0), of: $0) } == [
        0, 0, 0, 0, 0,
      ])
  }

  @Test func `A deviation counts at its point of its store, and nowhere else`() {
    let schedule = Schedule([Point(store: 1, number: 2): 3])
    claimEqual(schedule.choice(at: Point(store: 1, number: 2), of: 4), 3)
    claimEqual(schedule.choice(at: Point(store: 0, number: 2), of: 4), 0)
    claimEqual(schedule.choice(at: Point(store: 1, number: 1), of: 4), 0)
  }

  @Test func `A seed gives the same choices in each process`() {
    let choices = (0..<12).map { Schedule(seed: 7).choice(at: Point(number: $0), of: 3) }
    claimEqual(choices, [1, 1, 1, 2, 2, 0, 2, 1, 0, 2, 2, 2])
    #expect(choices != (0..<12).map { Schedule(seed: 8).choice(at: Point(number: $0), of: 3) })
    #expect(
      choices != (0..<12).map { Schedule(seed: 7).choice(at: Point(store: 1, number: $0), of: 3) })
  }

  @Test func `Random choices are spread evenly`() {
    var counts = [0, 0, 0]
    for number in 0..<3_000 {
      counts[Schedule(seed: 1).choice(at: Point(number: number), of: 3)] += 1
    }
    #expect(counts.allSatisfy { (900...1_100).contains($0) })
  }
}

struct ScheduleReplayTests {
  private let test = ScheduledTest(fileID: "Tests/A.swift", function: "a()")

  private func schedule(_ deviations: (store: Int, number: Int, choice: Int)...) -> Schedule {
    Schedule(
      Dictionary(
        uniqueKeysWithValues: deviations.map {
          (.init(store: $0.store, number: $0.number), $0.choice)
        }))
  }

  @Test func `A schedule is short text`() {
    claimEqual(ScheduleReplay(.firstInFirstOut, of: test).text, "1-cc787-0-49")
    #expect(
      ScheduleReplay(schedule((0, 4, 1), (1, 12, 2)), of: test).text == "1-cc787-4:1.1:12:2-ci")
  }

  @Test func `What is written can be read`() throws {
    for schedule in [
      .firstInFirstOut, schedule((0, 0, 1)), schedule((0, 4, 1), (0, 40, 7), (3, 12, 2)),
    ] {
      let replay = ScheduleReplay(schedule, of: test)
      #expect(try ScheduleReplay(replay.text) == replay)
    }
  }

  @Test func `Another test has another text`() {
    let other = ScheduledTest(fileID: "Tests/A.swift", function: "b()")
    #expect(other.hash != test.hash)
    #expect(ScheduledTest(fileID: "Tests/B.swift", function: "a()").hash != test.hash)
  }

  @Test func `Each damaged character is noticed`() {
    let text = ScheduleReplay(schedule((0, 4, 1), (1, 12, 2)), of: test).text
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
  func `What is no schedule is damaged`(_ text: String) {
    #expect(throws: ScheduleReplay.Flaw.damaged) { try ScheduleReplay(text) }
  }

  @Test func `Another version is told apart from damage`() {
    #expect(throws: ScheduleReplay.Flaw.version("2")) { try ScheduleReplay("2-kf8m1-0-xx-new") }
  }
}
