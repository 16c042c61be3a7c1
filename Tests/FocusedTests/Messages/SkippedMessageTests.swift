import FocusedTestStore
import Testing

/// The notes of `.off(showSkippedAssertions: true)`. `AssertionCodeTests` pastes their code.
struct SkippedMessageTests {
  @Test func aSendWithoutAClosureIsNotedWhole() async {
    let store = JournalFixture.store(.off(showSkippedAssertions: true))
    await expectIssue(severity: .note) {
      await store.send(.append(.init(id: 1, title: "one")))
    } says: {
      """
      Skipped: .append(JournalFixture.Row(id: 1, title: "one")) changes the state. Assert it:

        await store.send(.append(JournalFixture.Row(id: 1, title: "one"))) {
          $0.rows = [JournalFixture.Row(id: 1, title: "one")]
        }
      """
    }
  }

  @Test func whatReceiveLeavesOutIsNotedAtItsLine() async {
    let store = JournalFixture.store(.off(showSkippedAssertions: true))
    await store.send(.load)
    await expectIssue(severity: .note) {
      await store.receive(.loaded(1))
    } says: {
      """
      Skipped: .loaded(1) changes the state. Assert it:

        await store.receive(.loaded(1)) {
          $0.mood = 1
        }
      """
    }
  }

  @Test func actionsThatASendDropsAreNotedAtTheSendTheyFollow() async {
    let store = JournalFixture.store(.off(showSkippedAssertions: true))
    await expectIssue(severity: .note) {
      await store.send(.loadTwice)
      await store.send(.touch, line: 201)
    } says: {
      """
      Skipped: 2 actions received after this step are not asserted. Add below, before SkippedMessageTests.swift:201:

        await store.receive(.loaded(1)) {
          $0.mood = 1
        }
        await store.receive(.loaded(2)) {
          $0.mood = 2
        }
      """
    }
  }

  @Test func actionsBeforeAnAssertedOneAreNotedBeforeItsLine() async {
    let store = JournalFixture.store(.off(showSkippedAssertions: true))
    await expectIssue(severity: .note) {
      await store.send(.loadTwice)
      await store.receive(.loaded(2), assert: { $0.mood = 2 }, line: 202)
      await store.finish()
    } says: {
      """
      Skipped: an action received after this step is not asserted. Add below, before SkippedMessageTests.swift:202:

        await store.receive(.loaded(1)) {
          $0.mood = 1
        }
      """
    }
  }

  @Test(arguments: [false, true])
  func actionsAtTheEndAndOnTheWayBackToOnAreNoted(isBackOn: Bool) async {
    var line = 0
    let issues = await withCapturedIssues {
      let store = JournalFixture.store(.off(showSkippedAssertions: true))
      line = #line + 1
      await store.send(.load)
      if isBackOn { store.exhaustivity = .on }
    }
    expectIssue(
      issues, line: line, severity: .note,
      """
      Skipped: an action received after this step is not asserted. Add below, once it is received:

        await store.receive(.loaded(1)) {
          $0.mood = 1
        }
      """)
  }

  @Test func effectsInFlightAtTheEndAreNoted() async {
    var line = 0
    let issues = await withCapturedIssues {
      let store = JournalFixture.store(.off(showSkippedAssertions: true))
      line = #line + 1
      await store.send(.tick)
    }
    expectIssue(
      issues, line: line, severity: .note,
      """
      Skipped: an effect of this step is in flight at the end of the test. Add at the end:

        await store.skipInFlightEffects()

      In flight:
        the effect at JournalFixture.swift:103, started by .tick, waiting for TestClock, until 1.0 seconds; now 0.0 seconds
      """)

    do {
      let store = JournalFixture.store(.on)
      await store.send(.tick)
      await store.skipInFlightEffects()
    }
  }

  @Test func aStepThatIsAssertedInFullIsNotNoted() async {
    let issues = await withCapturedIssues {
      let store = JournalFixture.store(.off(showSkippedAssertions: true))
      await store.send(.load)
      await store.receive(.loaded(1)) { $0.mood = 1 }
      await store.send(.setAge(3)) { $0.age = 3 }
      await store.finish()
    }
    #expect(issues.isEmpty)
  }

  @Test func aFailureIsReportedWithoutANoteBesideIt() async {
    let store = JournalFixture.store(.off(showSkippedAssertions: true))
    let issues = await withCapturedIssues {
      await store.send(.rename(name: "Itzhak", surname: "Stern")) { $0.name = "Isaac" }
    }
    claimEqual(issues.map(\.severity), [.error])
  }

  @Test func anActionThatCannotBeComparedIsNotedByItsCase() async {
    let line = #line + 3
    let issues = await withCapturedIssues {
      let store = Opaque.store(.off(showSkippedAssertions: true))
      await store.send(.start)
    }
    expectIssue(
      issues, line: line, severity: .note,
      """
      Skipped: 4 actions received after this step are not asserted. Add below, once they are received:

        await store.receive(case: { .loaded($0) }, 1) {
          $0 = 1
        }
        await store.receive(case: { .moved(x: $0, y: $1) }) {
          $0 = 5
        }
        await store.receive(case: { .failed($0) }) {
          $0 = 6
        }
        await store.receive(case: { .done }) {
          $0 = 7
        }
      """)

    do {
      let store = Opaque.store(.on)
      await store.send(.start)
      await store.receive(case: { .loaded($0) }, 1) {
        $0 = 1
      }
      await store.receive(case: { .moved(x: $0, y: $1) }) {
        $0 = 5
      }
      await store.receive(case: { .failed($0) }) {
        $0 = 6
      }
      await store.receive(case: { .done }) {
        $0 = 7
      }
    }
  }

  @Test func aNaNThatIsNotTouchedIsNotNoted() async {
    let store = TestStore(.off(showSkippedAssertions: true), initialState: Double.nan) {
      Reduce<Double, Bool> { _, _ in .none }
    }
    #expect(await withCapturedIssues { await store.send(true) }.isEmpty)
  }

  @Test func aValueWithoutALiteralIsNotedAsAComment() async {
    let store = TestStore(.off(showSkippedAssertions: true), initialState: Handle.State()) {
      Handle()
    }
    await expectIssue(severity: .note) {
      await store.send(true)
    } says: {
      """
      Skipped: true changes the state. Assert it:

        await store.send(true) {
          // $0.owner = … (no literal for SkippedMessageTests.Handle.Owner)
          $0.isOwned = true
        }
      """
    }
  }

  /// A feature whose state holds an object.
  struct Handle: Reducer {
    final class Owner: Equatable {
      static func == (lhs: Owner, rhs: Owner) -> Bool { lhs === rhs }
    }

    struct State: Equatable {
      var owner: Owner?
      var isOwned = false
    }

    func reduce(into state: inout State, action: Bool) -> Effect<Bool> {
      state.owner = action ? Owner() : nil
      state.isOwned = action
      return .none
    }
  }

  /// A feature whose actions are not `Equatable`.
  struct Opaque: Reducer {
    enum Action {
      case start
      case loaded(Int)
      case moved(x: Int, y: Int)
      case failed(any Error)
      case done
    }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .start:
        return .run { send in
          await send(.loaded(1))
          await send(.moved(x: 2, y: 3))
          await send(.failed(JournalFixture.Offline()))
          await send(.done)
        }
      case .loaded(let value): state = value
      case .moved(let x, let y): state = x + y
      case .failed: state = 6
      case .done: state = 7
      }
      return .none
    }

    static func store(_ exhaustivity: Exhaustivity) -> TestStore<Int, Action> {
      TestStore(exhaustivity, initialState: 0) { Opaque() }
    }
  }
}
