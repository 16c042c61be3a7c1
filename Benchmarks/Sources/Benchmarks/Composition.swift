import FocusedTestStore

/// A feature with two cases.
struct Either: Reducer {
  enum State: Equatable {
    case small(Small.State)
    case none
  }

  enum Action: Equatable {
    case small(Small.Action)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifCaseLet({ .small($0) }, action: { .small($0) }) { Small() }
  }
}

/// A feature with one child and a hundred rows, for measuring the cost of passing an action to them.
struct Parent: Reducer {
  struct State: Equatable {
    var child = Small.State()
    var rows = IdentifiedArray(uniqueElements: (0..<100).map { Row.State(id: $0) })
  }

  enum Action: Equatable {
    case child(Small.Action)
    case rows(IdentifiedAction<Int, Row.Action>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: { .child($0) }) { Small() }
    EmptyReducer().forEach(\.rows, action: { .rows($0) }) { Row() }
  }

  struct Row: Reducer {
    struct State: Equatable, Identifiable {
      let id: Int
      var count = 0
    }

    enum Action: Equatable {
      case add(Int)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .add(let amount): state.count &+= amount
      }
      return .none
    }
  }
}

/// Three levels of children, whose actions are not `Equatable`.
struct Levels: Reducer {
  struct State { var child = Middle.State() }
  enum Action { case child(Middle.Action), other }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: { .child($0) }) { Middle() }
  }
}

struct Middle: Reducer {
  struct State { var child = Bottom.State() }
  enum Action { case child(Bottom.Action), other }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: { .child($0) }) { Bottom() }
  }
}

struct Bottom: Reducer {
  struct State { var child = Small.State() }
  enum Action { case child(Small.Action), other }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: { .child($0) }) { Small() }
  }
}
