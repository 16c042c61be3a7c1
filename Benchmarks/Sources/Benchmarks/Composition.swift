import FocusedTestStore

/// A feature that is one of two.
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

/// A feature with a child, and one with a hundred rows: what it costs to get an action to them.
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

/// A state that knows how many actions have reached the innermost child.
protocol Leveled {
  init()
  var count: Int { get }
}

/// Three levels of children, whose actions are not `Equatable`.
struct Levels: Reducer {
  /// Whether the children are reached by explicit case paths, and not by closures.
  var isExplicit = false

  struct State: Leveled {
    var child = Middle.State()
    var count: Int { child.child.child.count }
  }

  enum Action {
    case child(Middle.Action)
    case other
  }

  var body: some ReducerOf<Self> {
    let path =
      isExplicit
      ? CasePath(embed: { Action.child($0) }) {
        if case .child(let action) = $0 { action } else { nil }
      }
      : CasePath { .child($0) }
    Scope(state: \.child, action: path) { Middle(isExplicit: isExplicit) }
  }
}

struct Middle: Reducer {
  var isExplicit = false

  struct State {
    var child = Bottom.State()
  }

  enum Action {
    case child(Bottom.Action)
    case other
  }

  var body: some ReducerOf<Self> {
    let path =
      isExplicit
      ? CasePath(embed: { Action.child($0) }) {
        if case .child(let action) = $0 { action } else { nil }
      }
      : CasePath { .child($0) }
    Scope(state: \.child, action: path) { Bottom(isExplicit: isExplicit) }
  }
}

struct Bottom: Reducer {
  var isExplicit = false

  struct State {
    var child = Small.State()
  }

  enum Action {
    case child(Small.Action)
    case other
  }

  var body: some ReducerOf<Self> {
    let path =
      isExplicit
      ? CasePath(embed: { Action.child($0) }) {
        if case .child(let action) = $0 { action } else { nil }
      }
      : CasePath { .child($0) }
    Scope(state: \.child, action: path) { Small() }
  }
}

/// Three levels of children, whose actions are `Equatable`.
struct EquatableLevels: Reducer {
  struct State: Leveled, Equatable {
    var child = EquatableMiddle.State()
    var count: Int { child.child.child.count }
  }

  enum Action: Equatable {
    case child(EquatableMiddle.Action)
    case other
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: { .child($0) }) { EquatableMiddle() }
  }
}

struct EquatableMiddle: Reducer {
  struct State: Equatable {
    var child = EquatableBottom.State()
  }

  enum Action: Equatable {
    case child(EquatableBottom.Action)
    case other
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: { .child($0) }) { EquatableBottom() }
  }
}

struct EquatableBottom: Reducer {
  struct State: Equatable {
    var child = Small.State()
  }

  enum Action: Equatable {
    case child(Small.Action)
    case other
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: { .child($0) }) { Small() }
  }
}
