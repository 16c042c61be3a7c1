import FocusedTestStore
import Testing
@testable import TestFixtures

/// The samples of the README, as they stand there.
struct ReadmeTests {
  @Test func theMoodAdvancesAfterASecond() async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Profile.State()) {
      Profile()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    await store.receive(.changeMood(1)) { $0.mood = 1 }
  }

  @Test func theFailureThatItShows() async throws {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(0.5))
    let line = #line + 2
    let issues = await withCapturedIssues {
      await store.receive(.changeMood(1)) { $0.mood = 1 }
    }

    #expect(issues.map(\.line) == [line])
    let readme = try Documentation.text(of: "README.md")
    let message = try #require(issues.first?.message)
    #expect(readme.contains("```\n\(message)\n```"))
  }

  @Test func aClosureSetsValuesOrRepeatsTheChange() async {
    let store = makeStore()
    await store.send(.changeAge(34)) { $0.age = 34 }
    await store.send(.changeAge(35)) { $0.age += 1 }
  }

  @Test func onlyTheLastOfSeveralSends() async {
    let store = makeStore()
    await store.send(.changeAge(40))
    await store.send(.changeMood(1))
    await store.send(.changeMood(2)) {
      $0.mood = 2
    }
  }

  @Test func receivedActionsInAnyOrder() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    await store.receive(.changeMood(1)) { $0.mood = 1 }
    await store.receive(case: { .changeAge($0) })
  }

  @Test(.schedules(1)) func receivedActionsInOneOrder() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    await store.receive(inOrder: .changeAge(34), .changeMood(1))
    await store.assertNotReceived(case: Profile.Action.changeIdentity)
  }

  @Test func theStateItselfAndTheEnd() async {
    let clock = TestClock()
    let store = makeStore(clock)
    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    #expect(store.state.age == 34)
    await store.finish()
  }

  @Test func switchingExhaustivity() async {
    let store = makeStore()
    await store.withExhaustivity(.on) {
      await store.send(.changeMood(3)) { $0.mood = 3 }
    }
    store.exhaustivity = .on(checking: .inFlightEffects)
  }

  private func makeStore(_ clock: TestClock<Duration> = TestClock()) -> TestStoreOf<Profile> {
    TestStore(.off, initialState: Profile.State()) {
      Profile()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }
}
