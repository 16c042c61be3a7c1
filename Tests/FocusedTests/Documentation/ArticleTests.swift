import FocusedTestStore
import Testing
@testable import TestFixtures

/// The samples of the articles about focused tests, and the failures that they show.
struct ArticleTests {
  @Test func `Fields and the live state`() async {
    let store = makeStore()
    await store.send(.changeIdentity(name: "Marie", surname: "Curie")) {
      $0.name = "Marie"
    }
    await store.send(.changeAge(34)) { $0.age = 34 }
    await store.send(.changeAge(35)) { $0.age += 1 }
    #expect(store.state.age == 35)
  }

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

  @Test func `Only the last of several sends`() async {
    let store = makeStore()
    await store.send(.changeAge(40))
    await store.send(.changeMood(1))
    await store.send(.changeMood(2)) {
      $0.mood = 2
    }
  }

  @Test func receivedActionsInAnyOrder() async {
    let clock = TestClock()
    let store = makeStore(clock: clock)
    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    await store.receive(.changeMood(1)) { $0.mood = 1 }
    await store.receive(case: { .changeAge($0) })
  }

  @Test(.schedules(1)) func `Received actions in one order`() async {
    let clock = TestClock()
    let store = makeStore(clock: clock)
    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    await store.receive(inOrder: .changeAge(34), .changeMood(1))
    await store.assertNotReceived(case: Profile.Action.changeIdentity)
  }

  @Test func `Exhaustivity for an operation, and midway`() async {
    let store = makeStore()
    await store.withExhaustivity(.on) {
      await store.send(.changeMood(3)) { $0.mood = 3 }
    }
    store.exhaustivity = .on(checking: .inFlightEffects)
  }

  @Test func `What needs no outside event has run when send returns`() async {
    let store = TestStore(.off, initialState: Reader.State()) { Reader() }
    await store.send(.load)
    #expect(store.state.lines == ["one", "two", "three"])
  }

  @Test func `A failure about a field`() async throws {
    let store = makeStore()
    try await expectShown {
      await store.send(.changeIdentity(name: "Marie", surname: "Curie")) {
        $0.name = "Maria"
      }
    }
  }

  @Test(.schedules(1)) func `A failure about a field that changes later`() async throws {
    let store = makeStore(clock: .immediate)
    try await expectShown {
      await store.send(.advanceAgeAndMoodAfterDelay) { $0.mood = 1 }
    }
  }

  @Test(.schedules(1)) func `A failure about another payload`() async throws {
    let store = makeStore(clock: .immediate)
    try await expectShown {
      await store.send(.advanceAgeAndMoodAfterDelay)
      await store.receive(.changeMood(2))
    }
  }

  @Test func `A failure about an action that cannot come`() async throws {
    let store = makeStore()
    try await expectShown {
      await store.send(.advanceAgeAndMoodAfterDelay)
      await store.receive(.changeMood(1))
    }
  }

  @Test func `A failure of an assertion of the state now`() async throws {
    let store = makeStore()
    try await expectShown {
      await store.send(.advanceAgeAndMoodAfterDelay)
      store.assert { $0.mood = 1 }
    }
  }

  @Test func `A failure about an effect that goes on`() async throws {
    let store = makeStore()
    try await expectShown {
      await store.send(.watchMood)
      await store.finish()
    }
  }

  @Test(.schedules(1)) func `A failure about the order`() async throws {
    let store = makeStore(.on, clock: .immediate)
    try await expectShown {
      await store.send(.advanceAgeAndMoodAfterDelay)
      await store.receive(.changeMood(1)) { $0.mood = 1 }
      await store.receive(.changeAge(34)) { $0.age = 34 }
    }
  }

  @Test func `A failure about what is left out`() async throws {
    let store = makeStore(.on)
    try await expectShown {
      await store.send(.changeIdentity(name: "Marie", surname: "Curie")) {
        $0.name = "Marie"
      }
    }
  }

  @Test func `Everything that is received, in its order`() async {
    let store = TestStore(initialState: Reader.State()) { Reader() }
    await store.send(.load)
    await store.receive(.read("one")) { $0.lines = ["one"] }
    await store.receive(.read("two")) { $0.lines = ["one", "two"] }
    await store.receive(.read("three")) { $0.lines = ["one", "two", "three"] }
  }

  @Test func `Captured issues`() async {
    let store = makeStore()
    let issues = await withCapturedIssues {
      await store.send(.changeMood(3)) { $0.mood = 2 }
    }
    #expect(issues.count == 1)
  }
}

/// The samples in the doc comments of the test store that occur nowhere else.
extension ArticleTests {
  @Test func `Changing the identity changes the name`() async {
    let store = TestStore(.off, initialState: Profile.State()) {
      Profile()
    }

    await store.send(.changeIdentity(name: "Marie", surname: "Curie")) {
      $0.name = "Marie"
    }
  }

  @Test func `A task is cancelled midway`() async {
    let store = makeStore()
    let task = await store.send(.watchMood)
    await store.send(.changeMood(3)) { $0.mood = 3 }
    await task.cancel()
    await store.finish()
  }

  @Suite(.exhaustivity(.off)) struct ProfileTests {
    @Test func `changing the mood`() async {
      let store = TestStore(initialState: Profile.State()) { Profile() }
      await store.send(.changeMood(2)) { $0.mood = 2 }
    }

    @Test(.exhaustivity(.on)) func `nothing else changes`() async {
      let store = TestStore(initialState: Profile.State()) { Profile() }
      await store.send(.changeMood(2)) { $0.mood = 2 }
    }
  }
}

// MARK: - Fixtures

extension ArticleTests {
  private func makeStore(
    _ exhaustivity: Exhaustivity = .off, clock: any Clock<Duration> = TestClock()
  ) -> TestStoreOf<Profile> {
    TestStore(exhaustivity, initialState: Profile.State()) {
      Profile()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  /// Expects that an operation fails once, with a message that the article about failures shows.
  private func expectShown(
    _ operation: nonisolated(nonsending) () async -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let issues = await withCapturedIssues(operation)
    #expect(issues.count == 1, sourceLocation: sourceLocation)
    let message = try #require(issues.first?.message, sourceLocation: sourceLocation)
    let article = try Documentation.text(
      of: "Sources/FocusedTestStore/FocusedTestStore.docc/ReadingFailures.md")
    let isShown = article.contains("```\n\(message)\n```")
    #expect(isShown, "\(message)", sourceLocation: sourceLocation)
  }

  struct Reader: Reducer {
    struct State: Equatable { var lines: [String] = [] }
    enum Action: Equatable {
      case load
      case read(String)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .load:
        return .run { send in
          await Task.yield()
          for line in ["one", "two", "three"] { await send(.read(line)) }
        }
      case .read(let line):
        state.lines.append(line)
        return .none
      }
    }
  }
}
