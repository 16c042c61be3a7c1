import FocusedExploration
import FocusedTestStore
import Testing
import XCTest
@testable import TestFixtures

/// The samples of the README, with the text that surrounds them there. Some samples depend on the order of effects.
@Suite(.schedules(1)) struct ReadmeTests {
  @Test func everything() async {
    let clock = TestClock()
    let store = makeStore(.on, clock)

    await store.send(.changeAge(34)) {
      $0.age = 34
    }
    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    await store.receive(.changeAge(35)) {
      $0.age = 35
    }
    await store.receive(.changeMood(1)) {
      $0.mood = 1
    }
    await store.finish()
  }

  @Test func theMoodAdvancesAfterASecond() async {
    let clock = TestClock()
    let store = makeStore(.off, clock)

    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    await store.receive(.changeMood(1)) { $0.mood = 1 }
  }

  @Test func theAgeChanges() async {
    let store = makeStore(.off)

    await store.send(.changeAge(34))
    #expect(store.state.age == 34)
  }

  @Test func theFailureThatItShows() async throws {
    let clock = TestClock()
    let store = makeStore(.off, clock)
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

  @Test func aReducerAndItsEffect() async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: Reminder.State()) {
      Reminder(clock: clock)
    }
    await store.send(.startTapped)
    await clock.advance(by: .seconds(60))
    #expect(store.state.isDue)
  }
}

/// The sample for XCTest.
final class ProfileTests: XCTestCase {
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
}

#if canImport(SwiftUI)
  import SwiftUI

  extension ReadmeTests {
    struct ProfileView: View {
      let store: StoreOf<Profile>

      var body: some View {
        Text(verbatim: "\(store.name) is \(store.age)")
        TextField(
          "Name", text: store.binding(\.name, send: { .changeIdentity(name: $0, surname: "") }))
      }
    }
  }
#endif

// MARK: - Fixtures

extension ReadmeTests {
  private func makeStore(
    _ exhaustivity: Exhaustivity, _ clock: TestClock<Duration> = TestClock()
  ) -> TestStoreOf<Profile> {
    TestStore(exhaustivity, initialState: Profile.State()) {
      Profile()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  private struct Reminder: Reducer {
    struct State { var isDue = false }

    enum Action: Equatable {
      case startTapped
      case due
    }

    let clock: TestClock<Duration>

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .startTapped:
        return .run { send in
          try await clock.sleep(for: .seconds(60))
          await send(.due)
        }
      case .due:
        state.isDue = true
        return .none
      }
    }
  }
}
