import FocusedTestStore
import Testing

extension LiveStoreTests {
  @MainActor
  struct Intercepting {
    let store = LiveStoreTests().makeStore()

    @Test func `interceptors are told in the order in which they registered`() {
      var order: [Int] = []
      store.register(interceptor: Reaction { _ in order.append(1) })
      store.register(interceptor: Reaction { _ in order.append(2) })
      store.send(.increment)
      claimEqual(order, [1, 2])
    }

    @Test func `an interceptor that an observer registers hears of the next action first`() {
      let interceptor = TestInterceptor<Counter.State, Counter.Action>()
      let watcher = Watcher { [store] in
        if store.count == 1 { store.register(interceptor: interceptor) }
      }
      store.send(.increment)
      store.send(.setName("Stern"))
      claimEqual(interceptor.dispatchedActions, [.setName("Stern")])
      claimEqual(interceptor.stateChanges.map(\.oldState.name), ["Blob"])
      claimEqual(watcher.fired, 1)
    }

    @Test func `a child store tells of what is sent through it`() {
      let child = store.scope(state: \.child, action: { .child($0) })
      let interceptor = TestInterceptor<Counter.Child, Counter.ChildAction>()
      child.register(interceptor: interceptor)
      store.send(.child(.add(1)))
      child.send(.add(2))
      claimEqual(interceptor.dispatchedActions, [.add(2)])
      claimEqual(interceptor.stateChanges.map(\.oldState.value), [1])
      claimEqual(interceptor.stateChanges.map(\.newState.value), [3])
    }

    @Test func `the root is told of what children send, as its own actions`() {
      let interceptor = TestInterceptor<Counter.State, Counter.Action>()
      store.register(interceptor: interceptor)
      store.scope(state: \.child, action: { .child($0) }).send(.add(2))
      claimEqual(interceptor.dispatchedActions, [.child(.add(2))])
    }
  }
}
