import FocusedTestStore

/// A feature that only records the numbers that its effects send.
struct OutsideLog: Reducer {
  struct State: Equatable { var numbers: [Int] = [] }
  enum Action: Equatable, Sendable { case go, number(Int) }
  typealias Observers = Collected<@MainActor @Sendable () -> Void>
  let effect: @Sendable (Action) -> Effect<Action>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .number(let number) = action { state.numbers.append(number) }
    return effect(action)
  }

  static func store(
    _ effect: @escaping @Sendable (Action) -> Effect<Action>
  ) -> TestStore<State, Action> {
    TestStore(.off, initialState: State()) { OutsideLog(effect: effect) }
  }

  static func store(
    onGo effect: @escaping @Sendable () -> Effect<Action>
  ) -> TestStore<State, Action> {
    store { $0 == .go ? effect() : .none }
  }
}
