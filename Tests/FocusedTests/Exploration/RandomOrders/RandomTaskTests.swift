import FocusedTestStore
import Testing

/// Random effects that consist of task groups, `async let`, actors, and streams. Some tasks cancel other tasks.
///
/// `FOCUSED_SOAK=5000 swift test --filter RandomTask` tries any number of features.
struct RandomTaskTests {
  @Test(arguments: 0..<SoakSize.chunks)
  func `A search that has every order has each that the language allows, and no other`(
    _ chunk: Int
  ) async {
    var checked = 0
    let seeds = SoakSize.seeds(of: chunk, everyRun: 80)
    for seed in seeds {
      let plan = TaskPlan(seed: seed, actions: seed % 3 == 0 ? 4 : 3)
      var model = TaskModel(plan)
      guard let possible = model.orders(atMost: 12) else { continue }
      guard let found = await plan.search(limit: 60) else { continue }
      checked += 1
      #expect(found == possible, "seed \(seed): \(plan)")
      if found != possible { return }
    }
    // With few seeds, no feature may be small enough for a complete search.
    if seeds.count > 17 { #expect(checked >= seeds.count / 6) }
  }

  /// The order of child tasks, actors, and streams can matter although the state doesn't show it.
  @Test func `Where effects do more than send, no order stands for another`() async {
    var checked = 0
    let seeds = SoakSize.seeds(everyRun: 16)
    for seed in seeds {
      let plan = TaskPlan(seed: seed &+ 3_000_000, actions: 3)
      var model = TaskModel(plan)
      guard !plan.onlySends, let possible = model.orders(atMost: 12) else { continue }
      guard let found = await plan.search(limit: 100, hidesOrder: true) else { continue }
      checked += 1
      #expect(found == possible, "seed \(seed): \(plan)")
      if found != possible { return }
    }
    if seeds.count >= 16 { #expect(checked * 20 > seeds.count) }
  }

  @Test func `Every order of the live store is among those of such a search`() async {
    for seed in SoakSize.seeds(everyRun: 16) {
      let plan = TaskPlan(seed: seed &+ 1_000_000, actions: 4)
      guard let found = await plan.search(limit: 60) else { continue }
      for number in 0..<10 as Range<UInt64> {
        let live = await plan.runLive(seed: seed &* 100 &+ number)
        #expect(found.contains(live), "seed \(seed): \(live), not in \(found), \(plan)")
        if !found.contains(live) { return }
      }
    }
  }

  @Test func `An order that the language does not allow is none of the model's`() {
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
