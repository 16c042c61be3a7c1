import FocusedTestStore
import Testing

/// Whether a message alone tells where to look, when the sample's reducer is broken on purpose.
struct BrokenProfileTests {
  @Test func swappedFields() async {
    let store = BrokenProfile.store(.swapsNames)
    await expectIssue {
      await store.send(.changeIdentity(name: "Marie", surname: "Curie")) {
        $0.name = "Marie"
      }
    } says: {
      """
      The state is not as expected after sending .changeIdentity(name: "Marie", surname: "Curie").

      − name: "Marie"
      + name: "Curie"
      (− expected, + actual)
      """
    }
  }

  @Test func aForgottenEffect() async {
    let clock = TestClock()
    let store = BrokenProfile.store(.forgetsTheMood, clock: clock)
    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    await expectIssue {
      await store.receive(.changeMood(1))
    } says: {
      """
      Expected to receive .changeMood(1), but the effects finished first.

      Received since the last send:
        .changeAge(34)

      Look for the effect that should send it.
      """
    }
  }

  @Test func anEffectThatIsTooSlow() async {
    let clock = TestClock()
    let store = BrokenProfile.store(.isSlow, clock: clock)
    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    await expectIssue {
      await store.receive(.changeMood(1))
    } says: {
      """
      Expected to receive .changeMood(1), but every effect in flight waits for the test.

      Received since the last send:
        .changeAge(34)

      In flight:
        the effect at BrokenProfileTests.swift:301, started by .advanceAgeAndMoodAfterDelay, waiting \
      for TestClock, until 2.0 seconds; now 1.0 seconds

      Advance the clock before this line.
      """
    }
  }

  @Test(.schedules(1)) func aWrongPayload() async {
    let clock = TestClock()
    let store = BrokenProfile.store(.countsTwice, clock: clock)
    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    await expectIssue {
      await store.receive(.changeMood(1))
    } says: {
      """
      Expected to receive .changeMood(1), but the effects finished first.

      The nearest is .changeMood(2), sent by the effect at BrokenProfileTests.swift:301:

      − .changeMood(1)
      + .changeMood(2)
      (− expected, + actual)

      Received since the last send:
        .changeAge(34)
        .changeMood(2)

      Expect what was received, or look at what sends it.
      """
    }
  }
}

private struct BrokenProfile: Reducer {
  enum Bug {
    case swapsNames
    case forgetsTheMood
    case isSlow
    case countsTwice
  }

  let bug: Bug
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout Profile.State, action: Profile.Action) -> Effect<Profile.Action> {
    switch action {
    case .changeIdentity(let name, let surname) where bug == .swapsNames:
      (state.name, state.surname) = (surname, name)
      return .none
    case .advanceAgeAndMoodAfterDelay:
      return .merge(
        .run { [age = state.age] send in
          try await clock.sleep(for: .seconds(1))
          await send(.changeAge(age + 1))
        },
        bug == .forgetsTheMood ? .none : advanceMood(from: state.mood))
    default:
      return Profile().reduce(into: &state, action: action)
    }
  }

  private func advanceMood(from mood: Int) -> Effect<Profile.Action> {
    .run(
      operation: { send in
        try await clock.sleep(for: .seconds(bug == .isSlow ? 2 : 1))
        await send(.changeMood(bug == .countsTwice ? mood + 2 : mood + 1))
      }, line: 301)
  }

  static func store(_ bug: Bug, clock: TestClock<Duration> = TestClock()) -> TestStoreOf<Self> {
    TestStore(.off, initialState: Profile.State()) {
      BrokenProfile(bug: bug)
    } withDependencies: {
      $0.continuousClock = clock
    }
  }
}
