import FocusedTestStore
import Testing

/// A child that goes takes its effects along in a live store as well.
@MainActor struct LiveDepartureTests {
  @Test func aChildThatIsPresentedAnewHearsNothingOfTheOneBefore() async {
    let signal = Signal()
    let store = Store(initialState: Live.State()) { Live(signal: signal) }
    let task = store.send(.sheet(.presented(.wait)))
    store.send(.presentAnew)
    signal.fire()
    await task.finish()
    claimEqual(store.sheet?.news, 0)

    let next = store.send(.sheet(.presented(.wait)))
    await next.finish()
    claimEqual(store.sheet?.news, 1)
  }

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
}

extension LiveDepartureTests {
  final class Token {}

  struct Live: Reducer {
    struct State {
      var token: Token?
      @PresentationState var sheet: Listener.State? = Listener.State()
    }
    enum Action {
      case sheet(PresentationAction<Listener.Action>)
      case presentAnew
    }
    let signal: Signal

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$sheet, action: { .sheet($0) }) { Listener(signal: signal) }
      Reduce { state, action in
        guard case .presentAnew = action else { return .none }
        state.sheet = nil
        state.sheet = Listener.State()
        return .none
      }
    }

    struct Listener: Reducer {
      struct State { var news = 0 }
      enum Action { case wait, heard }
      let signal: Signal

      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .wait:
          return .run { [signal] send in
            await signal.wait()
            await send(.heard)
          }
        case .heard:
          state.news += 1
          return .none
        }
      }
    }
  }
}
