import BehaviorLedger
import FocusedTestStore

/// ``Profile`` as its author would break it: each behavior behind a condition of its own.
struct BreakableProfile: Reducer {
  typealias State = Profile.State
  typealias Action = Profile.Action

  static let behaviors: [Behavior] = [
    ("changeIdentity", .field("name")),
    ("changeIdentity", .field("surname")),
    ("changeAge", .field("age")),
    ("changeMood", .field("mood")),
    ("advanceAgeAndMoodAfterDelay", .starts("effect")),
    ("advanceAgeAndMoodAfterDelay", .starts("second effect")),
    ("advanceAgeAndMoodAfterDelay", .sends("changeAge")),
    ("advanceAgeAndMoodAfterDelay", .sends("changeMood")),
    ("watchMood", .starts("effect")),
  ].map { Behavior(feature: "Profile", action: $0, outcome: $1) }

  private let breakage: Breakage

  init(without behavior: Behavior? = nil) {
    breakage = Breakage(feature: "Profile", missing: behavior)
  }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .changeIdentity(let name, let surname):
      if breakage.keeps("changeIdentity", .field("name")) { state.name = name }
      if breakage.keeps("changeIdentity", .field("surname")) { state.surname = surname }
      return .none

    case .changeAge(let age):
      if breakage.keeps("changeAge", .field("age")) { state.age = age }
      return .none

    case .changeMood(let mood):
      if breakage.keeps("changeMood", .field("mood")) { state.mood = mood }
      return .none

    case .advanceAgeAndMoodAfterDelay:
      let name = "advanceAgeAndMoodAfterDelay"
      return .merge(
        breakage.keeps(name, .starts("effect"))
          ? .run { [age = state.age] send in
            try await clock.sleep(for: .seconds(1))
            if breakage.keeps(name, .sends("changeAge")) { await send(.changeAge(age + 1)) }
          } : .none,
        breakage.keeps(name, .starts("second effect"))
          ? .run { [mood = state.mood] send in
            try await clock.sleep(for: .seconds(1))
            if breakage.keeps(name, .sends("changeMood")) { await send(.changeMood(mood + 1)) }
          } : .none)

    case .watchMood:
      guard breakage.keeps("watchMood", .starts("effect")) else { return .none }
      return .run { _ in try await clock.sleep(for: .seconds(60 * 60 * 24)) }
    }
  }
}

extension BreakableProfile {
  private static func makeStore(
    _ exhaustivity: Exhaustivity, _ feature: () -> BreakableProfile,
    _ clock: TestClock<Duration> = TestClock()
  ) -> TestStore<State, Action> {
    TestStore(exhaustivity, initialState: State()) {
      feature()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  static let tests: [BodyOfTest<BreakableProfile>] = [
    BodyOfTest("the identity") { feature in
      let store = makeStore(.off, feature)
      await store.send(.changeIdentity(name: "Marie", surname: "Curie")) { $0.name = "Marie" }
    },
    BodyOfTest("both names") { feature in
      let store = makeStore(.off, feature)
      await store.send(.changeIdentity(name: "Marie", surname: "Curie"))
      store.assert {
        $0.name = "Marie"
        $0.surname = "Curie"
      }
    },
    BodyOfTest("the latest mood") { feature in
      let store = makeStore(.off, feature)
      await store.send(.changeAge(40))
      await store.send(.changeMood(1))
      await store.send(.changeMood(2)) { $0.mood = 2 }
    },
    BodyOfTest("the mood advances") { feature in
      let clock = TestClock()
      let store = makeStore(.off, feature, clock)
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      await store.receive(.changeMood(1)) { $0.mood = 1 }
    },
    BodyOfTest("the age is read") { feature in
      let clock = TestClock()
      let store = makeStore(.off, feature, clock)
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      expect(store.state.age == 34)
    },
    BodyOfTest("nothing but the mood advances") { feature in
      let clock = TestClock()
      let store = makeStore(.off, feature, clock)
      await store.send(.advanceAgeAndMoodAfterDelay)
      await store.assertNotReceived(.changeAge(34))
      await clock.advance(by: .seconds(1))
      await store.receive(.changeMood(1))
      await store.finish()
    },
    BodyOfTest("watching is in flight at the end") { feature in
      let store = makeStore(.off, feature, TestClock())
      await store.send(.watchMood)
      await store.send(.changeMood(3)) { $0.mood = 3 }
    },
    BodyOfTest("everything") { feature in
      let clock = TestClock()
      let store = makeStore(.on, feature, clock)
      await store.send(.changeIdentity(name: "Marie", surname: "Curie")) {
        $0.name = "Marie"
        $0.surname = "Curie"
      }
      await store.send(.changeAge(40)) { $0.age = 40 }
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      await store.receive(.changeAge(41)) { $0.age = 41 }
      await store.receive(.changeMood(1)) { $0.mood = 1 }
      await store.send(.watchMood)
      await clock.advance(by: .seconds(60 * 60 * 24))
      await store.finish()
    },
  ]
}
