import FocusedTestStore
import XCTest
@testable import TestFixtures

final class ProfileBehaviorTests: XCTestCase {
  private let clock = TestClock()

  func testChangingIdentitySetsName() async {
    let store = makeStore()

    await store.send(.changeIdentity(name: "Marie", surname: "Curie")) {
      $0.name = "Marie"
    }
  }

  func testChangingIdentitySetsSurname() async {
    let store = makeStore()

    await store.send(.changeIdentity(name: "Marie", surname: "Curie")) {
      $0.surname = "Curie"
    }
  }

  func testChangingAgeSetsAge() async {
    let store = makeStore()

    await store.send(.changeAge(40)) {
      $0.age = 40
    }
  }

  func testChangingMoodSetsMood() async {
    let store = makeStore()

    await store.send(.changeMood(1)) {
      $0.mood = 1
    }
  }

  func testAdvancingAgeAndMoodAfterDelaySendsChangeAge() async {
    let store = makeStore(Profile.State(age: 40))

    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    await store.receive(.changeAge(41))
  }

  func testAdvancingAgeAndMoodAfterDelaySendsChangeMood() async {
    let store = makeStore(Profile.State(mood: 2))

    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    await store.receive(.changeMood(3))
  }

  private func makeStore(_ state: Profile.State = Profile.State()) -> TestStoreOf<Profile> {
    TestStore(.off, initialState: state) {
      Profile()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }
}
