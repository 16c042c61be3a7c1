import FocusedTestStore
import Testing

struct StepTests {
  @Test func `a step prints its action and its origin`() async {
    let steps = await history(of: [0])
    #expect(
      steps.map { "\($0)" } == [
        "Step<Int>(action: 0, origin: FocusedTestStore.StepOrigin.sent)",
        "Step<Int>(action: 1, origin: FocusedTestStore.StepOrigin.received(fromEffectOf: 0))",
      ])
    var text = ""
    dump(steps[0], to: &text)
    expectText(text)
  }

  /// The history of actions of which 0 starts an effect that sends 1.
  private func history(of actions: [Int]) async -> [Step<Int>] {
    let store = TestStore(.off, initialState: 0) {
      Reduce<Int, Int> { _, action in action == 0 ? .send(1) : .none }
    }
    for action in actions { await store.send(action) }
    return store.history
  }
}
