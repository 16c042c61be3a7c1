import FocusedTestStore
import Testing

extension LiveStoreTests {
  @MainActor
  struct Intercepting {
    let store = LiveStoreTests().makeStore()

    @Test func `an interceptor is told of what effects send`() async {
      let store = Store(initialState: 0) {
        Reduce<Int, Int> { state, action in
          state = action
          return action == 1
            ? .merge(.send(2), .run { send in await send(3) }) : .none
        }
      }
      let interceptor = Recorder<Int, Int>()
      store.register(interceptor: interceptor)
      await store.send(1).finish()
      claimEqual(interceptor.actions, [1, 2, 3])
      claimEqual(interceptor.oldStates, [0, 1, 2])
      claimEqual(interceptor.newStates, [1, 2, 3])
    }

    @Test func `interceptors are told in the order in which they registered`() {
      var order: [Int] = []
      store.register(interceptor: Reaction { _ in order.append(1) })
      store.register(interceptor: Reaction { _ in order.append(2) })
      store.send(.increment)
      claimEqual(order, [1, 2])
    }

    @Test func `an interceptor that an observer registers hears of the next action first`() {
      let interceptor = Recorder<Counter.State, Counter.Action>()
      let watcher = Watcher { [store] in
        if store.count == 1 { store.register(interceptor: interceptor) }
      }
      store.send(.increment)
      store.send(.setName("Stern"))
      claimEqual(interceptor.actions, [.setName("Stern")])
      claimEqual(interceptor.oldStates.map(\.name), ["Blob"])
      claimEqual(watcher.fired, 1)
    }

    @Test func `a child store tells of what is sent through it`() {
      let child = store.scope(state: \.child, action: { .child($0) })
      let interceptor = Recorder<Counter.Child, Counter.ChildAction>()
      child.register(interceptor: interceptor)
      store.send(.child(.add(1)))
      child.send(.add(2))
      claimEqual(interceptor.actions, [.add(2)])
      claimEqual(interceptor.oldStates.map(\.value), [1])
      claimEqual(interceptor.newStates.map(\.value), [3])
    }

    @Test func `the root is told of what children send, as its own actions`() {
      let interceptor = Recorder<Counter.State, Counter.Action>()
      store.register(interceptor: interceptor)
      store.scope(state: \.child, action: { .child($0) }).send(.add(2))
      claimEqual(interceptor.actions, [.child(.add(2))])
    }
  }
}

// MARK: - Fixtures

extension LiveStoreTests {
  @MainActor
  final class Recorder<State, Action>: Interceptor {
    private(set) var actions: [Action] = []
    private(set) var oldStates: [State] = []
    private(set) var newStates: [State] = []

    func didDispatch(_ action: Action, from oldState: State, to newState: State) {
      actions.append(action)
      oldStates.append(oldState)
      newStates.append(newState)
    }
  }
}
