import FocusedTestStore
import Testing

@testable import struct FocusedExploration.ScheduleShrinking

/// The search, on programs whose orders can be counted.
struct ScheduleSearchTests {
  /// Effects with the given numbers of jobs. All of them send something.
  private struct Program {
    let jobs: [Int]
    var senders: Set<Int>

    init(jobs: [Int], senders: Set<Int>? = nil) {
      self.jobs = jobs
      self.senders = senders ?? Set(jobs.indices)
    }

    /// Runs the program as a store does: tasks take turns. A task that overtakes others continues as long as it can.
    func run(_ schedule: Schedule) -> (order: [Int], log: ChoiceLog) {
      let log = Lock(ChoiceLog())
      var ready = ReadyTasks<(lane: Int, number: Int)> { tasks in
        log.withLock { log in
          let point = Schedule.Point(number: log.choices.count)
          let picked = min(schedule.choice(at: point, of: tasks.count), tasks.count - 1)
          log.append(.init(point: point, tasks: tasks, picked: picked))
          return picked
        }
      }
      for lane in jobs.indices { ready.append((lane, 1), of: ReadyTask(lane: lane)) }
      var order: [Int] = []
      while let (lane, number) = ready.removeNext() {
        order.append(lane)
        if senders.contains(lane) { log.withLock { $0.note(.acted, of: .init(lane: lane)) } }
        if number < jobs[lane] { ready.append((lane, number + 1), of: ReadyTask(lane: lane)) }
      }
      return (order, log.withLock { $0 })
    }

    func orders(limit: Int) -> (orders: [[Int]], search: ScheduleSearch) {
      var search = ScheduleSearch(limit: limit)
      var orders: [[Int]] = []
      while let schedule = search.next() {
        let (order, log) = run(schedule)
        orders.append(order)
        search.didRun(log)
      }
      return (orders, search)
    }
  }

  @Test(arguments: [
    ([1], 1), ([1, 1], 2), ([2, 2], 6), ([3, 2], 10), ([1, 1, 1, 1], 24), ([2, 2, 2], 90),
  ])
  func `Each order of a small program is tried once, and no other`(_ jobs: [Int], _ count: Int) {
    let (orders, search) = Program(jobs: jobs).orders(limit: 1_000)
    claimEqual(orders.count, count)
    claimEqual(Set(orders).count, count)
    #expect(search.isComplete)
    claimEqual(search.triedCount, count)
  }

  @Test func `Few deviations come before many`() {
    var search = ScheduleSearch(limit: 100)
    var counts: [Int] = []
    while let schedule = search.next(), schedule.seed == nil {
      counts.append(schedule.deviations.count)
      search.didRun(Program(jobs: [2, 2, 2]).run(schedule).log)
    }
    claimEqual(counts, counts.sorted())
    #expect(counts.last! > 2)
  }

  @Test func `A large program gets half systematic and half random orders, and is not complete`() {
    let (orders, search) = Program(jobs: [5, 5, 5, 5]).orders(limit: 100)
    claimEqual(orders.count, 100)
    #expect(!search.isComplete)
    claimEqual(Set(orders).count, 100)
  }

  @Test func `A search is complete only if the limit admits all orders`() {
    #expect(Program(jobs: [2, 2]).orders(limit: 6).search.isComplete)
    #expect(!Program(jobs: [2, 2]).orders(limit: 5).search.isComplete)
    #expect(!Program(jobs: [2, 2]).orders(limit: 1).search.isComplete)
    #expect(Program(jobs: [2]).orders(limit: 1).search.isComplete)
    claimEqual(Program(jobs: [2, 2]).orders(limit: 1).orders.count, 1)
  }

  @Test func `Effects that send nothing are reordered last`() {
    let program = Program(jobs: [1, 1, 1, 1], senders: [0, 3])
    let (orders, search) = program.orders(limit: 100)
    #expect(search.isComplete)
    claimEqual(Set(orders).count, 24)
    // The only other order of the two sending effects comes second.
    #expect(orders[1].firstIndex(of: 3)! < orders[1].firstIndex(of: 0)!)
  }

  @Test func `An effect that is cancelled might have sent something`() {
    var log = ChoiceLog()
    log.append(.init(point: .init(number: 0), tasks: effects(0..<2), picked: 0))
    log.note(.acted, of: .init(lane: 0))
    #expect(log.orders.ofActions.isEmpty)
    log.note(.wasCancelled, of: .init(lane: 1))
    claimEqual(log.orders.ofActions.map(\.position), [1])
  }

  @Test
  func
    `Tasks of one effect may wait for each other, so that each that runs may matter to the others`()
  {
    var log = ChoiceLog()
    let tasks = [ReadyTask(lane: 0, id: 1), ReadyTask(lane: 0, id: 2), ReadyTask(lane: 1)]
    log.append(.init(point: .init(number: 0), tasks: tasks, picked: 0))
    log.append(.init(point: .init(number: 1), tasks: tasks, picked: 0))
    log.note(.acted, of: .init(lane: 0))
    log.note(.acted, of: .init(lane: 1))
    claimEqual(log.orders.ofActions.map(\.point.number), [0, 1, 1])
    claimEqual(log.orders.ofActions.map(\.position), [1, 1, 2])
  }

  @Test func `The deviations that are tried are spread over a long run`() {
    var search = ScheduleSearch(limit: 40)
    var points: [Int] = []
    while let schedule = search.next() {
      if schedule.seed == nil { points += schedule.deviations.keys.map(\.number) }
      search.didRun(Program(jobs: [200, 200]).run(schedule).log)
    }
    #expect(points.contains { $0 > 300 })
  }

  @Test func `A run with more choices than are kept is not complete`() {
    var search = ScheduleSearch(limit: 10)
    _ = search.next()
    var log = ChoiceLog()
    for number in 0...ChoiceLog.limit {
      log.append(.init(point: .init(number: number), tasks: effects(0..<2), picked: 0))
    }
    search.didRun(log)
    claimEqual(log.choices.count, ChoiceLog.limit)
    #expect(!search.isComplete)
  }
}

private func effects(_ lanes: Range<Int>) -> [ReadyTask] { lanes.map { ReadyTask(lane: $0) } }

struct ScheduleBoundTests {
  @Test
  func `Of a choice among thousands of effects, some are kept, and the search is not complete`() {
    var log = ChoiceLog()
    log.append(.init(point: .init(number: 0), tasks: effects(0..<5_000), picked: 4_000))
    claimEqual(log.choices[0].tasks, effects(0..<ChoiceLog.taskLimit))
    claimEqual(log.choices[0].pickedTask, ReadyTask(lane: 4_000))
    claimEqual(log.schedule.deviations, [.init(number: 0): 4_000])
    var search = ScheduleSearch(limit: 10)
    search.didRun(log)
    #expect(!search.isComplete)
  }
}

struct ScheduleShrinkingTests {
  private func schedule(_ numbers: some Sequence<Int>) -> Schedule {
    Schedule(Dictionary(uniqueKeysWithValues: numbers.map { (.init(number: $0), 1) }))
  }

  private func shrunk(
    _ numbers: [Int], runs: inout Int, failsWith isFailing: (Set<Int>) -> Bool
  ) -> Set<Int> {
    var shrinking = ScheduleShrinking(schedule(numbers))
    while let candidate = shrinking.next() {
      runs += 1
      shrinking.didRun(
        candidate, as: candidate.schedule,
        hasFailed: isFailing(Set(candidate.schedule.deviations.keys.map(\.number)))
      )
    }
    return Set(shrinking.smallest.deviations.keys.map(\.number))
  }

  /// A list of all smaller schedules would take tens of gigabytes.
  @Test func `A thousand deviations are reduced to those that are needed`() {
    var runs = 0
    claimEqual(shrunk(Array(0..<1_000), runs: &runs) { $0.isSuperset(of: [7, 930]) }, [7, 930])
    #expect(runs <= 300)
  }

  @Test func `Only deviations that took place count`() {
    var shrinking = ScheduleShrinking(schedule([1, 2, 3]))
    let candidate = shrinking.next()!
    shrinking.didRun(candidate, as: schedule([9]), hasFailed: true)
    claimEqual(shrinking.smallest, schedule([9]))
    #expect(shrinking.next() == nil)
  }
}
