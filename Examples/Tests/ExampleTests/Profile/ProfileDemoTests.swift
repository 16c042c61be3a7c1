import Foundation
import FocusedTestStore
import Profile
import Testing

/// Tests that are wrong on purpose. `make demo` runs them to show failures.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["FOCUSED_DEMO"] != nil))
struct ProfileDemoTests {
  @Test func theMoodIsBetterThanItIs() async {
    let store = TestStore(.off, initialState: Profile.State()) { Profile() }

    await store.send(.changeMood(1)) {
      $0.mood = 2
    }
  }

  @Test func theMoodAdvancesAtOnce() async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Profile.State()) {
      Profile()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .milliseconds(500))
    await store.receive(.changeMood(1))
  }
}
