import FocusedTestStore

/// A feature whose effects each test provides.
enum Probe {
  struct State: Equatable {
    var taps = 0
    var name = ""
    var values: [Int] = []
  }

  enum Action: Equatable {
    /// Increments the count.
    case tap
    /// Changes the name.
    case rename(String)
    /// The action of effects: appends a value.
    case got(Int)
    /// Changes nothing.
    case idle
  }

  /// Creates a store for the feature, whose reducer returns the given effects.
  static func store(
    _ exhaustivity: Exhaustivity = .off,
    clock: TestClock<Duration>? = nil,
    withDependencies update: (inout DependencyValues) -> Void = { _ in },
    effects: @escaping (Action) -> Effect<Action> = { _ in .none },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> TestStore<State, Action> {
    TestStore(
      exhaustivity,
      initialState: State(),
      reducer: {
        Reduce<State, Action> { state, action in
          switch action {
          case .tap: state.taps += 1
          case .rename(let name): state.name = name
          case .got(let value): state.values.append(value)
          case .idle: break
          }
          return effects(action)
        }
      },
      withDependencies: {
        if let clock { $0.continuousClock = clock }
        update(&$0)
      },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a store whose `tap` returns the effect.
  static func store(
    _ exhaustivity: Exhaustivity = .off,
    effect: @autoclosure @escaping () -> Effect<Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> TestStore<State, Action> {
    store(
      exhaustivity, effects: { $0 == .tap ? effect() : .none },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a store whose `tap` starts one effect.
  static func store(
    _ exhaustivity: Exhaustivity = .off,
    clock: TestClock<Duration>? = nil,
    onTap operation: @escaping @Sendable (Send<Action>) async throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> TestStore<State, Action> {
    store(
      exhaustivity, clock: clock,
      effects: { $0 == .tap ? .run(operation: operation) : .none },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
