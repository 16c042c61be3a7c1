import FocusedTestStore
import Observation
import Testing

extension LiveStoreTests {
  @MainActor
  struct Reentrancy {
    let store = LiveStoreTests().makeStore()

    @Test func `what an observer sends is reduced before the outer send returns`() {
      let watcher = Watcher { [store] in
        if (1..<3).contains(store.count) { store.send(.increment) }
      }
      store.send(.increment)
      claimEqual(store.count, 3)
      claimEqual(watcher.fired, 3)
    }

    @Test func `what an interceptor sends is reduced in order, and nothing is lost`() {
      store.register(
        interceptor: Reaction { [store] action in
          guard case .increment = action else { return }
          store.send(.note("first after \(store.count)"))
          store.send(.note("second"))
        })
      store.send(.increment)
      store.send(.increment)
      claimEqual(store.log, ["first after 1", "second", "first after 2", "second"])
    }

    @Test func `what an observer sends comes after what the action itself sent`() {
      let watcher = Watcher { [store] in
        if store.log == ["several"] { store.send(.note("observer")) }
      }
      store.send(.sendSeveral)
      claimEqual(store.log, ["several", "a", "b", "observer", "c"])
      claimEqual(watcher.fired, 5)
    }

    @Test func `what a reducer sends by a side effect waits for its turn`() {
      let link = Link()
      let store = Store(initialState: [Int]()) {
        Reduce<[Int], Int> { state, action in
          if action == 1 {
            MainActor.assumeIsolated { _ = link.store?.send(2) }
          }
          state.append(action)
          return .none
        }
      }
      link.store = store
      store.send(1)
      store.send(3)
      claimEqual(store.state, [1, 2, 3])
    }

    @Test func `the task of a queued send follows its effects`() async {
      let (store, link) = storeWithFollowUp()
      var task: StoreTask?
      store.register(
        interceptor: AnyReaction<[Int], Int> { action in
          if action == 1 { task = link.store?.send(2) }
        })
      store.send(1)
      await task?.finish()
      claimEqual(store.state, [1, 2, 3])
    }

    @Test func `a queued send that is cancelled still changes the state, and starts nothing`() async
    {
      let (store, link) = storeWithFollowUp()
      var task: StoreTask?
      store.register(
        interceptor: AnyReaction<[Int], Int> { action in
          guard action == 1 else { return }
          task = link.store?.send(2)
          task?.cancel()
        })
      store.send(1)
      await task?.finish()
      claimEqual(store.state, [1, 2])
      claimEqual(task?.isCancelled, true)
    }

    /// A store in which the action 2 starts an effect that sends 3.
    private func storeWithFollowUp() -> (store: Store<[Int], Int>, link: Link) {
      let link = Link()
      let store = Store(initialState: [Int]()) {
        Reduce<[Int], Int> { state, action in
          state.append(action)
          return action == 2 ? .run { send in await send(3) } : .none
        }
      }
      link.store = store
      return (store, link)
    }
  }
}

// MARK: - Fixtures

extension LiveStoreTests {
  struct AnyReaction<State, Action>: Interceptor {
    let react: @MainActor (Action) -> Void

    func didDispatch(_ action: Action, from _: State, to _: State) {
      react(action)
    }
  }

  typealias Reaction = AnyReaction<Counter.State, Counter.Action>

  @MainActor
  final class Link {
    weak var store: Store<[Int], Int>?
  }
}
