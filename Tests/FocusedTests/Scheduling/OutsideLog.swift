import FocusedTestStore
import Synchronization

/// A feature that only writes down the numbers that its effects send.
struct OutsideLog: Reducer {
  struct State: Equatable { var numbers: [Int] = [] }
  enum Action: Equatable, Sendable { case go, number(Int) }
  let effect: @Sendable (Action) -> Effect<Action>

  init(effect: @escaping @Sendable (Action) -> Effect<Action>) { self.effect = effect }
  init(onGo effect: @escaping @Sendable () -> Effect<Action>) {
    self.effect = { $0 == .go ? effect() : .none }
  }

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
    TestStore(.off, initialState: State()) { OutsideLog(onGo: effect) }
  }
}

@MainActor func sendOnMain(
  _ action: sending OutsideLog.Action, _ send: Send<OutsideLog.Action>
) async {
  await send(action)
}

extension OutsideLog {
  typealias Observers = Collected<@MainActor @Sendable () -> Void>

  final class Flag: Sendable {
    private let storage = Atomic(false)
    var isSet: Bool { storage.load(ordering: .relaxed) }
    func set() { storage.store(true, ordering: .relaxed) }
  }
}
