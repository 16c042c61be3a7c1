import FocusedTestStore
import XCTest
@testable import TestFixtures

/// The exhaustive test that the focused tests replace. It asserts every field, action, and effect.
final class ProfileExhaustiveTests: XCTestCase {
  func testTheWholeProfile() async {
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
    await store.send(.changeAge(40)) {
      $0.age = 40
    }
    await store.send(.changeMood(1)) {
      $0.mood = 1
    }
    await store.send(.changeMood(2)) {
      $0.mood = 2
    }

    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    await store.receive(.changeAge(41)) {
      $0.age = 41
    }
    await store.receive(.changeMood(3)) {
      $0.mood = 3
    }

    await store.send(.watchMood)
    await clock.advance(by: .seconds(60 * 60 * 24))
    await store.finish()
  }
}
