import Core
import FocusedTestStore
import Testing

/// Users who don't wait until effects are idle.
struct EarlyStepTests {
  /// A form that becomes busy only through its effect.
  private struct Form: Reducer {
    struct State: Equatable {
      var isBusy = false
      var submissions = 0
    }

    enum Action: Equatable { case submitTapped, started, ended }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .submitTapped:
        guard !state.isBusy else { return .none }
        state.submissions += 1
        return .run { send in
          await send(.started)
          await send(.ended)
        }
      case .started: state.isBusy = true
      case .ended:
        state.isBusy = false
        state.submissions -= 1
      }
      return .none
    }
  }

  private let test: @Sendable () async -> Void = {
    let store = TestStore(.off, initialState: Form.State()) { Form() }
    await store.explore(upTo: 5) { _ in [.submitTapped] }
    let actions = store.history.map(\.action)
    if actions.prefix(2) == [.submitTapped, .submitTapped] { reportIssue("Submitted twice.") }
  }

  @Test func `A double tap is found, and is repeated by the replay string`() async throws {
    let report = await ExplorationReport.of(1_000, test)
    expectText(report.issues)
    let replay = await ExplorationReport.of(replaying: try #require(report.replayText), test)
    #expect(
      replay.issues.map(\.message) == [
        "Submitted twice.",
        "This test ran under the schedule 1-tnb22-u1,u0:1-6k.",
      ])
  }

  @Test func `The issue states no passing order if a step is not offered while effects are idle`()
    async
  {
    let report = await ExplorationReport.of(1_000) {
      let store = TestStore(.off, initialState: Form.State()) { Form() }
      await store.explore(upTo: 3) { $0.submissions > 0 ? [.ended] : [.submitTapped] }
      let actions = store.history.map(\.action)
      if actions.prefix(2) == [.submitTapped, .ended] { reportIssue("Ended early.") }
    }
    let message = report.issues.first?.message ?? ""
    #expect(message.contains("  await store.send(.submitTapped)\n  await store.send(.ended)"))
    #expect(message.contains("which the lines above do not repeat. To repeat it, run"))
  }

  @Test func `An order that no action shows is reported as another order`() async {
    let report = await ExplorationReport.of(1_000) {
      let isDone = SharedValue(false)
      let store = PlantedFeature.store { state, action in
        if action == "b", !isDone.now { state["early"] = 1 }
        return action == "a" ? .run { _ in isDone.now = true } : .none
      }
      await store.explore(upTo: 2) { state in
        state.log.isEmpty ? ["a"] : ["b"]
      } always: { state in
        #expect(state["early"] == 0)
      }
    }
    expectText(report.issues)
  }

  @Test func `A sequence whose steps wait for idle effects is preferred`() async {
    let report = await ExplorationReport.of(1_000) {
      let store = TestStore(.off, initialState: Form.State()) { Form() }
      await store.explore(upTo: 5) { _ in [.submitTapped] }
      if store.history.count(where: { $0.action == .submitTapped }) > 2 { reportIssue("Three.") }
    }
    claimEqual(report.issues.first?.message.contains("FOCUSED_SCHEDULE"), false)
    claimEqual(report.issues.first?.message.contains("It fails after 3 steps."), true)
  }

  @Test(arguments: [false, true])
  func `A step comes between an action and what its effect sends, not what its reduction sends`(
    isByEffect: Bool
  ) async {
    let report = await ExplorationReport.of(1_000) {
      let store = TestStore(.off, initialState: 0) {
        Reduce<Int, Bool> { _, isTap in
          if !isTap { return .none }
          return isByEffect ? .run { send in await send(false) } : .send(false)
        }
      }
      await store.explore(upTo: 4) { _ in
        [true]
      } always: { _ in
        let actions = store.history.map(\.action)
        if zip(actions, actions.dropFirst()).contains(where: { $0 && $1 }) {
          reportIssue("Two taps in a row.")
        }
      }
    }
    claimEqual(report.hasFailed, isByEffect)
  }
}
