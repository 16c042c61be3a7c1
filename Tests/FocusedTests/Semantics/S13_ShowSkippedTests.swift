import FocusedTestStore
import Testing

/// `.off(showSkippedAssertions: true)` fails nothing more, and notes what `.on` would have demanded.
/// The wording of the notes is pinned in `SkippedMessageTests`.
@Suite struct S13_ShowSkippedTests {
  @Test func skippedFieldsAndActionsAreNotedAndFailNothing() async {
    let clock = TestClock()
    let issues = await withCapturedIssues {
      let store = makeStore(.off(showSkippedAssertions: true), clock)
      await store.send(.changeIdentity(name: "Itzhak", surname: "Stern")) { $0.name = "Itzhak" }
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      await store.send(.changeAge(1)) { $0.age = 1 }
    }

    #expect(!issues.isEmpty)
    #expect(issues.allSatisfy { $0.severity == .note })
    #expect(issues.contains { $0.message.contains(#"$0.surname = "Stern""#) })
    #expect(issues.contains { $0.message.contains("await store.receive(.changeMood(1))") })
  }

  @Test func whatIsAssertedIsNotNoted() async {
    let issues = await withCapturedIssues {
      let store = makeStore(.off(showSkippedAssertions: true), TestClock())
      await store.send(.changeIdentity(name: "Itzhak", surname: "Stern")) {
        $0.name = "Itzhak"
        $0.surname = "Stern"
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func aFailureIsStillAFailure() async {
    let line = #line + 3
    let issues = await withCapturedIssues {
      let store = makeStore(.off(showSkippedAssertions: true), TestClock())
      await store.send(.changeAge(40)) { $0.age = 41 }
    }
    let failures = issues.filter { $0.severity == .error }
    #expect(failures.map(\.line) == [line])
  }

  @Test func plainOffNotesNothing() async {
    let issues = await withCapturedIssues {
      let store = makeStore(.off, TestClock())
      await store.send(.changeIdentity(name: "Itzhak", surname: "Stern"))
    }
    #expect(issues.isEmpty)
  }

  private func makeStore(
    _ exhaustivity: Exhaustivity, _ clock: TestClock<Duration>
  ) -> TestStoreOf<Profile> {
    TestStore(exhaustivity, initialState: Profile.State()) {
      Profile()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }
}
