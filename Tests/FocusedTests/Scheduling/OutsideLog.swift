import FocusedTestStore
import Synchronization

/// A feature that only writes down the numbers that its effects send.
struct OutsideLog: Reducer {
  struct State: Equatable { var numbers: [Int] = [] }
  enum Action: Equatable, Sendable { case go, number(Int) }
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
}

@MainActor func sendOnMain(
  _ action: sending OutsideLog.Action, _ send: Send<OutsideLog.Action>
) async {
  await send(action)
}

extension OutsideLog {
  final class Record: Sendable {
    private let storage = Mutex<[String]>([])
    var entries: [String] { storage.withLock { $0 } }
    func add(_ entry: String) { storage.withLock { $0.append(entry) } }
  }

  final class Observers: Sendable {
    typealias Observer = @MainActor @Sendable () -> Void
    private let storage = Mutex<[Observer]>([])
    var all: [Observer] { storage.withLock { $0 } }
    func add(_ observer: @escaping Observer) { storage.withLock { $0.append(observer) } }
  }

  final class Slot: Sendable {
    private let storage = Mutex<Send<Action>?>(nil)
    var send: Send<Action>? {
      get { storage.withLock { $0 } }
      set { storage.withLock { $0 = newValue } }
    }
  }

  final class Flag: Sendable {
    private let storage = Atomic(false)
    var isSet: Bool { storage.load(ordering: .relaxed) }
    func set() { storage.store(true, ordering: .relaxed) }
  }
}
