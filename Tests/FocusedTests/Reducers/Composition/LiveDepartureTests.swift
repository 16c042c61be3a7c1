import FocusedTestStore
import Foundation
import Testing

/// What the live store keeps of children with effects, and how many of them a step looks at.
@MainActor struct LiveDepartureTests {
  @Test func aWatchedChildDoesNotKeepTheStateAlive() {
    weak var held: Token?
    do {
      let token = Token()
      held = token
      let store = Store(initialState: Live.State(token: token)) { Live(signal: Signal()) }
      store.send(.sheet(.presented(.wait)))
    }
    #expect(held == nil)
  }

  @Test func aStepThatChangesAListLooksOnlyAtItsChildrenThatHaveEffects() {
    let action = BusyRows.Action.row(.element(id: 5, action: .count))
    let alone = BusyRows.comparisons(in: action, of: 10)
    claimEqual(BusyRows.comparisons(in: action, of: 10, besideIdle: 1_000), alone)
    #expect(alone >= 10)
  }

  @Test func aStepBesideAListLooksAtNoneOfItsChildren() {
    claimEqual(BusyRows.comparisons(in: .count, of: 10), 0)
  }
}

extension LiveDepartureTests {
  /// Rows that each have a child with an effect.
  struct BusyRows: Reducer {
    struct State { var rows: IdentifiedArrayOf<Row.State>; var count = 0 }
    enum Action {
      case row(IdentifiedAction<Int, Row.Action>)
      case count
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .count = action { state.count += 1 }
        return .none
      }
      .forEach(\.rows, action: { .row($0) }) { Row() }
    }

    struct Row: Reducer {
      struct State: Identifiable {
        let id: Int
        let link = URL(filePath: "/")
        var count = 0
        var leaf: Leaf.State?
      }
      enum Action { case leaf(Leaf.Action), count }

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          if case .count = action { state.count += 1 }
          return .none
        }
        .ifLet(\.leaf, action: { .leaf($0) }) { Leaf() }
      }
    }

    struct Leaf: Reducer {
      struct State: Identifiable { let id: CountingID }
      enum Action { case start }

      func reduce(into _: inout State, action _: Action) -> Effect<Action> {
        .run { _ in try await Task.never() }
      }
    }

    /// The number of times that a step compares the ID of a child with an effect.
    @MainActor static func comparisons(
      in action: Action, of busy: Int, besideIdle idle: Int = 0
    ) -> Int {
      let test = UUID()
      let rows = (0..<busy + idle).map {
        Row.State(id: $0, leaf: Leaf.State(id: CountingID(test: test)))
      }
      let store = Store(initialState: State(rows: IdentifiedArray(uniqueElements: rows))) {
        BusyRows()
      }
      for id in 0..<busy { store.send(.row(.element(id: id, action: .leaf(.start)))) }
      let before = CountingID.count(of: test)
      store.send(action)
      return CountingID.count(of: test) - before
    }
  }

  /// An ID that counts its comparisons. It contains no object, because a step always looks at children in objects.
  struct CountingID: Hashable, Sendable {
    let test: UUID
    private static let counts = Lock<[UUID: Int]>([:])

    static func count(of test: UUID) -> Int { counts.withLock { $0[test, default: 0] } }

    static func == (lhs: CountingID, rhs: CountingID) -> Bool {
      counts.withLock { $0[lhs.test, default: 0] += 1 }
      return true
    }

    func hash(into _: inout Hasher) {}
  }

  final class Token {}

  struct Live: Reducer {
    struct State {
      var token: Token?
      @PresentationState var sheet: Listener.State? = Listener.State()
    }
    enum Action { case sheet(PresentationAction<Listener.Action>) }
    let signal: Signal

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$sheet, action: { .sheet($0) }) { Listener(signal: signal) }
    }

    struct Listener: Reducer {
      struct State {}
      enum Action { case wait }
      let signal: Signal

      func reduce(into _: inout State, action _: Action) -> Effect<Action> {
        .run { [signal] _ in await signal.wait() }
      }
    }
  }
}
