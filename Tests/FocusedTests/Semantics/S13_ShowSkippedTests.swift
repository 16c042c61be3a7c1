import FocusedTestStore
import Testing
@testable import TestFixtures

/// `.off(showSkippedAssertions: true)` adds no failures, and notes the assertions that `.on` would require.
/// `SkippedMessageTests` pins the text of the notes.
struct S13_ShowSkippedTests {
  @Test func `Skipped fields and actions are noted and fail nothing`() async {
    let clock = TestClock()
    let issues = await withCapturedIssues {
      let store = clock.store(
        .off(showSkippedAssertions: true), of: Profile(), from: Profile.State())
      await store.send(.changeIdentity(name: "Itzhak", surname: "Stern")) { $0.name = "Itzhak" }
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      await store.send(.changeAge(1)) { $0.age = 1 }
    }

    claim(issues.allSatisfy { $0.severity == .note })
    claim(issues.contains { $0.message.contains(#"$0.surname = "Stern""#) })
    claim(issues.contains { $0.message.contains("await store.receive(.changeMood(1))") })
  }
}
