import FocusedTestStore

/// A child feature with two cases, each of which holds a ``Sleeper``.
struct TwoSleepers: Reducer {
  enum State: Equatable {
    case one(Sleeper.State)
    case two(Sleeper.State)
  }
  enum Action {
    case one(Sleeper.Action)
    case two(Sleeper.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: { .one($0) }, action: { .one($0) }) { Sleeper() }
    Scope(state: { .two($0) }, action: { .two($0) }) { Sleeper() }
  }
}
