import FocusedTestStore
import Testing

/// Random effects that consist of task groups, `async let`, actors, and streams. Some tasks cancel other tasks.
///
/// `FOCUSED_SOAK=5000 swift test --filter RandomTask` tries any number of features.
struct RandomTaskTests {
  @Test(arguments: 0..<SoakSize.chunks)
  func `Schedules take orders that the language allows, and all schedules take each of them`(
    _ chunk: Int
  ) async {
    var completeCount = 0
    let seeds = SoakSize.seeds(of: chunk, everyRun: 32)
    for seed in seeds {
      let plan = TaskPlan(seed: seed, actions: seed % 3 == 0 ? 4 : 3)
      var model = TaskModel(plan)
      guard let possible = model.orders(atMost: 12) else { continue }
      let (found, areAll) = await plan.orders(limit: 60)
      if areAll { completeCount += 1 }
      let isRight = areAll ? found == possible : found.isSubset(of: possible)
      #expect(isRight, "seed \(seed): \(plan)")
      if !isRight { return }
    }
    // With few seeds, no feature may be small enough for all of its schedules.
    if seeds.count > 17 { #expect(completeCount >= seeds.count / 20, "\(completeCount)") }
  }

  @Test func `Each order of the live store is one that the language allows`() async {
    for seed in SoakSize.seeds(everyRun: 16) {
      let plan = TaskPlan(seed: seed &+ 1_000_000, actions: 4)
      var model = TaskModel(plan)
      guard let possible = model.orders(atMost: 60) else { continue }
      for number in 0..<10 as Range<UInt64> {
        let live = await plan.runLive(seed: seed &* 100 &+ number)
        #expect(possible.contains(live), "seed \(seed): \(live), not in \(possible), \(plan)")
        if !possible.contains(live) { return }
      }
    }
  }

  @Test func `The first schedule takes the order of a test without schedules`() async {
    for seed in SoakSize.seeds(everyRun: 16) {
      let plan = TaskPlan(seed: seed, actions: 9)
      var plain: [Int] = []
      await withSchedules(1) { plain = await plan.run() }
      let first = await plan.run(under: ScheduleRun(.firstInFirstOut))
      #expect(plain == first, "seed \(seed): \(plan)")
      if plain != first { return }
    }
  }

  @Test func `The model has exactly the orders that the language allows`() {
    var model = TaskModel(TaskPlan(effects: [[.group([[.send(1), .send(2)], [.send(3)]])]]))
    claimEqual(model.orders(atMost: 10), [[1, 2, 3], [1, 3, 2], [3, 1, 2]])
    model = TaskModel(TaskPlan(effects: [[.race([[.send(1)], [.send(2), .send(3)]])]]))
    #expect(
      model.orders(atMost: 20) == [
        [1], [1, 2], [1, 2, 3], [2, 1], [2, 1, 3], [2, 3, 1], [2, 3],
      ])
    model = TaskModel(
      TaskPlan(effects: [[.group([[.number(ofActor: 0, 1)], [.number(ofActor: 0, 2)]])]]))
    claimEqual(model.orders(atMost: 10), [[101, 202], [202, 101], [201, 102], [102, 201]])
    model = TaskModel(TaskPlan(effects: [[.stream([[1, 2]])], [.asyncLet([[.send(3)]], [])]]))
    claimEqual(model.orders(atMost: 10), [[1, 2, 3], [1, 3, 2], [3, 1, 2]])
  }
}
