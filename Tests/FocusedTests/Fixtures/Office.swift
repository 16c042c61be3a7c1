import FocusedTestStore

/// A feature that contains the same child in each form: as a field, presented, optional, in rows, and on a stack.
struct Office: Reducer {
  struct State: Equatable {
    var written = 0
    var left = Desk.State()
    var right = Desk.State()
    @PresentationState var sheet: Desk.State?
    var plain: Desk.State?
    var rows: IdentifiedArrayOf<Desk.State> = []
    var path = StackState<Room.State>()
  }

  enum Action: Equatable {
    case openTapped
    case closeLater
    case closed
    case left(Desk.Action)
    case right(Desk.Action)
    case sheet(PresentationAction<Desk.Action>)
    case plain(Desk.Action)
    case rows(IdentifiedAction<Int, Desk.Action>)
    case path(StackAction<Room.State, Room.Action>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.left, action: { .left($0) }) { Desk() }
    Scope(state: \.right, action: { .right($0) }) { Desk() }
    Reduce { state, action in
      switch action {
      case .openTapped:
        state.sheet = Desk.State()
        return .none
      case .closeLater:
        return .send(.closed)
      case .closed:
        state.sheet = nil
        state.plain = nil
        return .none
      case .sheet(.presented(.signed)):
        state.written += 1
        return .none
      default:
        return .none
      }
    }
    .ifLet(\.$sheet, action: { .sheet($0) }) { Desk() }
    .ifLet(\.plain, action: { .plain($0) }) { Desk() }
    .forEach(\.rows, action: { .rows($0) }) { Desk() }
    .forEach(\.path, action: { .path($0) }) { Room() }
  }

  static func store(
    _ exhaustivity: Exhaustivity = .off, _ state: @autoclosure () -> State = State()
  ) -> TestStoreOf<Office> {
    TestStore(exhaustivity, initialState: state()) { Office() }
  }
}

/// A screen with two cases, one of which contains a child.
struct Room: Reducer {
  enum State: Equatable {
    case desk(Desk.State)
    case hall(String)
  }

  enum Action: Equatable {
    case leave
    case desk(Desk.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if action == .leave { state = .hall("open") }
      return .none
    }
    .ifCaseLet({ .desk($0) }, action: { .desk($0) }) { Desk() }
  }

  static func store(_ exhaustivity: Exhaustivity = .off) -> TestStoreOf<Room> {
    TestStore(exhaustivity, initialState: .desk(Desk.State())) { Room() }
  }
}

/// A feature with values, an effect, and an action that dismisses it.
struct Desk: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    var note = ""
    var count = 0
    var answer: Int?
  }

  enum Action: Equatable {
    case write(String)
    case countUp
    case ask
    case answered(Int)
    case askAndClose
    case sign
    case signed
    case close
  }

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .write(let note):
      state.note = note
      return .none
    case .countUp:
      state.count += 1
      return .none
    case .ask:
      return .run { send in await send(.answered(42)) }
    case .answered(let answer):
      state.answer = answer
      state.count += 1
      return .none
    case .askAndClose:
      return .run { send in
        await send(.answered(7))
        await dismiss()
      }
    case .sign:
      return .send(.signed)
    case .signed:
      state.note = "signed"
      return .none
    case .close:
      return .run { _ in await dismiss() }
    }
  }
}
