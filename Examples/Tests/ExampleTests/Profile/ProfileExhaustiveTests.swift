import FocusedTestStore
import Profile
import Testing

/// The exhaustive test that the focused tests replace. It asserts every field, action, and effect.
struct ProfileExhaustiveTests {
  @Test func theWholeProfile() async {
    let clock = TestClock()
    let store = TestStore(initialState: Profile.State()) {
      Profile()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.changeIdentity(name: "Marie", surname: "Curie")) {
      $0.name = "Marie"
      $0.surname = "Curie"
    }
    await store.send(.changeAge(34)) {
      $0.age = 34
    }
    await store.send(.changeMood(1)) {
      $0.mood = 1
    }

    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    await store.receive(.changeAge(35)) {
      $0.age = 35
    }
    await store.receive(.changeMood(2)) {
      $0.mood = 2
    }

    await store.send(.watchMood)
    await clock.advance(by: .seconds(24 * 60 * 60))
    await store.finish()
  }
}
