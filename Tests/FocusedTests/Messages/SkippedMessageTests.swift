import FocusedTestStore
import Testing

/// The notes of `.off(showSkippedAssertions: true)`. `AssertionCodeTests` pastes their code.
struct SkippedMessageTests {
  @Test func aSendWithoutAClosureIsNotedWhole() async {
    let store = JournalFixture.store(.off(showSkippedAssertions: true))
    await expectIssue(severity: .note) {
      await store.send(.append(.init(id: 1, title: "one")))
    }
  }

  @Test func whatReceiveLeavesOutIsNotedAtItsLine() async {
    let store = JournalFixture.store(.off(showSkippedAssertions: true))
    await store.send(.load)
    await expectIssue(severity: .note) {
      await store.receive(.loaded(1))
    }
  }

  @Test func actionsThatASendDropsAreNotedAtTheSendTheyFollow() async {
    let store = JournalFixture.store(.off(showSkippedAssertions: true))
    await expectIssue(severity: .note) {
      await store.send(.loadTwice)
      await store.send(.touch, line: 201)
    }
  }

  @Test func actionsBeforeAnAssertedOneAreNotedBeforeItsLine() async {
    let store = JournalFixture.store(.off(showSkippedAssertions: true))
    await expectIssue(severity: .note) {
      await store.send(.loadTwice)
      await store.receive(.loaded(2), assert: { $0.mood = 2 }, line: 202)
      await store.finish()
    }
  }

  @Test(arguments: [false, true])
  func actionsAtTheEndAndOnTheWayBackToOnAreNoted(isBackOn: Bool) async {
    let issues = await withCapturedIssues {
      let store = JournalFixture.store(.off(showSkippedAssertions: true))
      await store.send(.load, line: 201)
      if isBackOn { store.exhaustivity = .on }
    }
    expectIssue(issues, line: 201, severity: .note)
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
    expectIssue(issues, line: line, severity: .note)

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
