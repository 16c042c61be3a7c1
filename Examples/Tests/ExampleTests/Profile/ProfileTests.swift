import FocusedExploration
import FocusedTestStore
import Profile
import Testing

/// The behaviors of the profile, one per test.
struct ProfileTests {
  @Test func `a change of the identity changes the name`() async {
    let store = makeStore()

    await store.send(.changeIdentity(name: "Marie", surname: "Curie")) {
      $0.name = "Marie"
    }
  }

  @Test func `a change of the identity changes the surname`() async {
    let store = makeStore()

    await store.send(.changeIdentity(name: "Marie", surname: "Curie")) {
      $0.surname = "Curie"
    }
  }

  @Test func `the latest mood counts`() async {
    let store = makeStore()

    await store.send(.changeMood(1))
    await store.send(.changeMood(2)) {
      $0.mood = 2
    }
  }

  @Test func `the age advances after a second`() async {
    let clock = TestClock()
    let store = makeStore(clock)

    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    await store.receive(.changeAge(34)) {
      $0.age = 34
    }
  }

  @Test(.schedules(100)) func `the mood advances after a second`() async {
    let clock = TestClock()
    let store = makeStore(clock)

    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    await store.receive(.changeMood(1)) {
      $0.mood = 1
    }
  }

  @Test func `nothing advances before a second has passed`() async {
    let clock = TestClock()
    let store = makeStore(clock)

    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .milliseconds(999))
    await store.assertNotReceived(case: { .changeAge($0) })
    await store.assertNotReceived(case: { .changeMood($0) })
  }

  @Test func `watching the mood ends after a day`() async {
    let clock = TestClock()
    let store = makeStore(clock)

    await store.send(.watchMood)
    await clock.advance(by: .seconds(24 * 60 * 60))
    await store.finish()
  }
}

private func makeStore(_ clock: TestClock<Duration> = TestClock()) -> TestStoreOf<Profile> {
  TestStore(.off, initialState: Profile.State()) {
    Profile()
  } withDependencies: {
    $0.continuousClock = clock
  }
}
