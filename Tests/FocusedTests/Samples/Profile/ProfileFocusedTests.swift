import FocusedTestStore
import XCTest

/// The sample's behaviors, one test each. Beside them: the exhaustive test that they replace.
final class ProfileFocusedTests: XCTestCase {
  func testChangingTheIdentityChangesTheName() async {
    let store = TestStore(.off, initialState: Profile.State()) {
      Profile()
    }

    await store.send(.changeIdentity(name: "Marie", surname: "Curie")) {
      $0.name = "Marie"
    }
  }

  func testTheLatestMoodCounts() async {
    let store = TestStore(.off, initialState: Profile.State()) {
      Profile()
    }

    await store.send(.changeAge(40))
    await store.send(.changeMood(1))
    await store.send(.changeMood(2)) {
      $0.mood = 2
    }
  }

  func testTheMoodAdvancesAfterASecond() async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Profile.State()) {
      Profile()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    await store.receive(.changeMood(1)) {
      $0.mood = 1
    }
  }

  func testTheAgeAdvancesAfterASecond() async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Profile.State()) {
      Profile()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    XCTAssertEqual(store.state.age, 34)
  }

  func testWatchingTheMoodOutlivesTheTest() async {
    let store = TestStore(.off, initialState: Profile.State()) {
      Profile()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }

    await store.send(.watchMood)
    await store.send(.changeMood(3)) {
      $0.mood = 3
    }
  }

  func testWatchingTheMoodEndsAfterADay() async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Profile.State()) {
      Profile()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.watchMood)
    await clock.advance(by: .seconds(60 * 60 * 24))
    await store.finish()
  }
}
