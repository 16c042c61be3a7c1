import FocusedTestStore
import Testing

/// Random features under schedules. The rules alone determine their possible orders.
///
/// `FOCUSED_SOAK=5000 swift test --filter RandomOrder` tries any number of features.
struct RandomOrderTests {
  @Test func `Every schedule takes an order that production could take`() async {
    for seed in SoakSize.seeds(everyRun: 16) {
      let plan = OrderPlan(seed: seed, actions: 9)
      let rules = plan.rules
      for number in 0..<4 as Range<UInt64> {
        let schedule = number == 0 ? .firstInFirstOut : Schedule(seed: number &+ seed &* 4)
        let run = await plan.run(under: ScheduleRun(schedule))
        let flaw = run.issues.first ?? rules.flaw(of: run.order)
        #expect(flaw == nil, "seed \(seed), \(schedule): \(run.order), \(plan)")
        if flaw != nil { return }
      }
    }
  }

  @Test func `The rules reject orders that production could not take`() {
    let plan = OrderPlan(
      effects: [
        0: .merge([.concatenate([.run([.send(1)]), .send(2)]), .run([.sleep(1), .send(3)])]),
        1: .send(4),
      ], lastAction: 4)
    #expect(plan.rules.flaw(of: [1, 4, 2, 3]) == nil)
    claimEqual(plan.rules.flaw(of: [1, 4, 2]), "other actions than [1, 2, 3, 4]")
    claimEqual(plan.rules.flaw(of: [2, 1, 4, 3]), "2 comes before 1")
    claimEqual(plan.rules.flaw(of: [1, 2, 4, 3]), "4 is not right after 1")
    claimEqual(plan.rules.flaw(of: [1, 4, 3, 2]), "3 comes before 2, which is earlier")
  }

  @Test func `The first schedule takes the order of a test without schedules`() async {
    for seed in SoakSize.seeds(everyRun: 16) {
      let plan = OrderPlan(seed: seed, actions: 9)
      var plain: OrderPlan.Run?
      await withSchedules(1) { plain = await plan.run() }
      let first = await plan.run(under: ScheduleRun(.firstInFirstOut))
      #expect(plain == first, "seed \(seed): \(plan)")
      if plain != first { return }
    }
  }
}
