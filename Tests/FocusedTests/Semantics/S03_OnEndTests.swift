import FocusedTestStore
import Testing

/// In `.on`, a test must end without unasserted actions and without effects in flight. `EndMessageTests` pins the
/// issues.
struct S03_OnEndTests {
  @Test(arguments: [true, false])
  func `An effect in flight is an issue at the receive that started it, or else at the send`(
    isReceived: Bool
  ) async {
    let clock = TestClock()
    var line = 0
    let issues = await withCapturedIssues {
      let store = Probe.store(
        isReceived ? .on : .on(checking: [.stateChanges, .inFlightEffects]),
        effects: { action in
          switch action {
          case .tap: .send(.got(1))
          case .got: .run { _ in try await clock.sleep(for: .seconds(1)) }
          default: .none
          }
        })
      await store.send(.tap) { $0.taps = 1 }; line = #line
      if isReceived { await store.receive(.got(1)) { $0.values = [1] }; line = #line }
    }
    claimIssues(issues, at: [line])
  }

  // A task that the store doesn't own may not sleep yet when the test ends.
  @Test(.needsOwnership, arguments: [true, false])
  func `A task that an effect started and left asleep on a clock is in flight`(isOn: Bool) async {
    let clock = TestClock()
    var line = 0
    let issues = await withCapturedIssues {
      let store = Probe.store(
        isOn ? .on : .off,
        onTap: { send in
          Task {
            try await clock.sleep(for: .seconds(1))
            await send(.got(1))
          }
        })
      await store.send(.tap) { $0.taps = 1 }; line = #line
      await store.send(.idle)
    }
    claimIssues(issues, at: isOn ? [line] : [], naming: "instead of in `Task {}`")
  }

  @Test func `A task that an effect started and that has ended is not`() async {
    let clock = TestClock()
    let store = Probe.store(
      .on,
      onTap: { send in
        Task {
          try await clock.sleep(for: .seconds(1))
          await send(.got(1))
        }
      })
    await store.send(.tap) { $0.taps = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(.got(1)) { $0.values = [1] }
  }

  @Test func `Each check can be left out`() async {
    let clock = TestClock()
    let effects: (Probe.Action) -> Effect<Probe.Action> = {
      $0 == .tap
        ? .merge(.send(.got(1)), .run { _ in try await clock.sleep(for: .seconds(1)) }) : .none
    }
    let actions = Probe.store(.on(checking: [.stateChanges, .inFlightEffects]), effects: effects)
    let task = await actions.send(.tap) { $0.taps = 1 }
    await task.cancel()
    let inFlight = Probe.store(.on(checking: [.stateChanges, .receivedActions]), effects: effects)
    await inFlight.send(.tap) { $0.taps = 1 }
    await inFlight.receive(.got(1)) { $0.values = [1] }
    let state = Probe.store(.on(checking: [.receivedActions]), effects: effects)
    await state.send(.tap)
    await state.receive(.got(1))
  }
}
