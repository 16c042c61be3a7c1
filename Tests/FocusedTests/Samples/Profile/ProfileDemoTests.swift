import FocusedTestStore
import Foundation
import Testing

@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["FOCUSED_DEMO"] == "1",
    "It fails on purpose, to show what a failure says: `make demo` runs it."))
struct ProfileDemoTests {
  @Test func theMoodIsBetterThanItIs() async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Profile.State()) {
      Profile()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.changeMood(1)) {
      $0.mood = 2
    }

    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .milliseconds(500))
    await store.receive(.changeMood(2))
  }
}
