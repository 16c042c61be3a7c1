import FocusedTestStore
import Testing

/// Random effects made of task groups, `async let`, actors and streams, some of whose tasks are cancelled by others.
///
/// `FOCUSED_SOAK=5000 swift test --filter RandomTask` takes as many as one likes.
@Suite struct RandomTaskTests {
  @Test(arguments: 0..<SoakSize.chunks)
  func `A search that has every order has each that the language allows, and no other`(
    _ chunk: Int
  ) async {
    var checked = 0
    let seeds = SoakSize.seeds(of: chunk, everyRun: 300)
    for seed in seeds {
      let plan = TaskPlan(seed: seed, actions: 4)
      var model = TaskModel(plan)
      guard let possible = model.orders(atMost: 24) else { continue }
      guard let found = await plan.search(limit: 100) else { continue }
      checked += 1
      #expect(found == possible, "seed \(seed): \(plan)")
      if found != possible { return }
    }
    #expect(checked > seeds.count / 3)
  }
}
