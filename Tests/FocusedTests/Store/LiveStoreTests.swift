import FocusedTestStore
import Observation
import Testing

/// The promises of the live store. Each promise has a suite in a separate file.
@MainActor
struct LiveStoreTests {
  @Test func `the initial state and the reducer see the store's dependencies`() {
    let store = Store(initialState: Counter.State(name: DependencyValues.current.name)) {
      Counter()
    } withDependencies: {
      $0.name = "Overridden"
    }
    claimEqual(store.name, "Overridden")
    store.send(.readName)
    claimEqual(store.log, ["Overridden"])
  }

  @Test(arguments: [false, true])
  func `only a runtime whose messages explain effects records cancellations`(
    explainsEffects: Bool
  ) async {
    let observer = Explaining(explainsEffects: explainsEffects)
    let runtime = EffectRuntime<Int, Int>(
      initialState: 0, reducer: { $1 == 0 ? .run { _ in } : .cancel(id: $0) },
      dependencies: DependencyValues(), host: MainActorHost(),
      observer: observer)
    await runtime.send(0)?.finished()
    runtime.send(1)
    claimEqual(runtime.cancellations.attempts.count, explainsEffects ? 1 : 0)
    withExtendedLifetime(observer) {}
  }
}

// MARK: - Fixtures

extension LiveStoreTests {
  struct Counter: Reducer {
    struct Child: Equatable {
      var value = 0
      var title = ""
    }
    struct State: Equatable {
      var count = 0
      var name = "Blob"
      var log: [String] = []
      var child = Child()
      var sheet: Child?
    }
    enum ChildAction: Equatable {
      case add(Int)
      case rename(String)
    }
    enum Action: Equatable {
      case increment
      case setName(String)
      case note(String)
      case readName
      case sendSeveral
      case child(ChildAction)
      case sheet(ChildAction)
      case present(Child?)
    }

    @Dependency(\.name) var name

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .increment: state.count += 1
      case .setName(let name): state.name = name
      case .note(let note): state.log.append(note)
      case .readName: state.log.append(name)
      case .sendSeveral:
        state.log.append("several")
        return .merge(.send(.note("a")), .concatenate(.send(.note("b")), .send(.note("c"))))
      case .child(.add(let amount)): state.child.value += amount
      case .child(.rename(let title)): state.child.title = title
      case .sheet(.add(let amount)): state.sheet?.value += amount
      case .sheet(.rename(let title)): state.sheet?.title = title
      case .present(let sheet): state.sheet = sheet
      }
      return .none
    }
  }

  enum NameKey: TestDependencyKey {
    static let testValue = "Test"
  }

  func makeStore(_ state: Counter.State = Counter.State()) -> StoreOf<Counter> {
    Store(initialState: state) { Counter() }
  }

  /// Counts the notifications of a tracked read, and reads again after each of them.
  final class Watcher {
    private(set) var fired = 0
    private let read: @MainActor () -> Void

    @MainActor
    init(_ read: @escaping @MainActor () -> Void) {
      self.read = read
      watch()
    }

    @MainActor
    private func watch() {
      let me = RuntimeConfined(self)
      withObservationTracking {
        read()
      } onChange: {
        MainActor.assumeIsolated {
          me.value.fired += 1
          me.value.watch()
        }
      }
    }
  }
}

private final class Explaining: RuntimeObserver {
  let explainsEffects: Bool

  init(explainsEffects: Bool) {
    self.explainsEffects = explainsEffects
  }

  func willReduce(_: Int, from _: ActionSource, in _: Int) {}
}

extension DependencyValues {
  fileprivate var name: String {
    get { self[LiveStoreTests.NameKey.self] }
    set { self[LiveStoreTests.NameKey.self] = newValue }
  }
}
