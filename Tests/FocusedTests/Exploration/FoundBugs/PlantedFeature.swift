import FocusedTestStore

/// A feature whose reducer is a closure, and whose state is a list of received actions and some numbers.
struct PlantedFeature: Reducer {
  struct State: Equatable {
    var log: [String] = []
    var numbers: [String: Int] = [:]

    subscript(name: String) -> Int {
      get { numbers[name, default: 0] }
      set { numbers[name] = newValue }
    }

    /// The actions received, in one string.
    var order: String { log.joined() }
  }

  typealias Action = String

  var step: (inout State, Action) -> Effect<Action> = { _, _ in .none }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.log.append(action)
    return step(&state, action)
  }

  /// A store whose first action, "-", starts effects.
  static func store(starting effects: Effect<Action>...) -> TestStore<State, Action> {
    store { _, action in action == "-" ? .merge(effects) : .none }
  }

  /// A store whose first action, "-", starts effects that each send their number.
  static func store(effects count: Int) -> TestStore<State, Action> {
    store { _, action in
      action == "-" ? .merge((0..<count).map { .sends("\($0 + 1)") }) : .none
    }
  }

  static func store(
    _ step: @escaping (inout State, Action) -> Effect<Action>
  ) -> TestStore<State, Action> {
    TestStore(.off, initialState: State()) { PlantedFeature(step: step) }
  }
}

extension Effect<String> {
  /// Sends actions of one character each, after some suspensions.
  static func sends(_ actions: String, after yields: Int = 0) -> Self {
    .run { send in
      for _ in 0..<yields { await Task.yield() }
      for action in actions { await send(String(action)) }
    }
  }
}

/// A value that effects share outside the store.
final class SharedValue<Value: Sendable>: Sendable {
  private let value: Lock<Value>

  init(_ value: Value) { self.value = Lock(value) }

  var now: Value {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
