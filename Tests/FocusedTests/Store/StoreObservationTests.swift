import Core
import FocusedTestStore
import Observation
import Testing

extension LiveStoreTests {
  @MainActor
  struct Observing {
    let store = LiveStoreTests().makeStore()

    @Test func `a nested member is observed for itself`() {
      let watcher = Watcher { [store] in _ = store[dynamicMember: \.child.value] }
      store.send(.child(.rename("Stern")))
      claimEqual(watcher.fired, 0)
      store.send(.child(.add(1)))
      claimEqual(watcher.fired, 1)
    }

    @Test func `an optional member fires when it comes, changes and goes`() {
      let watcher = Watcher { [store] in _ = store.sheet }
      store.send(.present(nil))
      claimEqual(watcher.fired, 0)
      store.send(.present(Counter.Child()))
      store.send(.sheet(.add(1)))
      store.send(.present(nil))
      claimEqual(watcher.fired, 3)
    }

    @Test func `two observers of one member both fire`() {
      let one = Watcher { [store] in _ = store.count }
      let other = Watcher { [store] in _ = (store.count, store.name) }
      store.send(.increment)
      store.send(.setName("Stern"))
      claimEqual(one.fired, 1)
      claimEqual(other.fired, 2)
    }

    @Test func `observers are told in the order in which they began`() {
      let sparse = Store(initialState: Sparse()) {
        Reduce<Sparse, Void> { state, _ in
          for index in 0..<50 { state.values[index] = 1 }
          return .none
        }
      }
      let log = Collected<Int>()
      for index in 0..<50 {
        withObservationTracking {
          _ = sparse[dynamicMember: \.[index]]
        } onChange: {
          log.append(index)
        }
      }
      sparse.send(())
      claimEqual(log.values, Array(0..<50))
    }

    @Test func `a member that is read without being observed is not compared`() {
      let store = comparisonCountingStore()
      _ = store.member
      _ = store.state
      store.send(())
      claimEqual(Compared.comparisons.withLock(\.self), 0)
    }

    @Test func `an observed member is compared once an action`() {
      let store = comparisonCountingStore()
      let watcher = Watcher { _ = store.member }
      let other = Watcher { _ = store.member }
      store.send(())
      claimEqual(Compared.comparisons.withLock(\.self), 1)
      store.send(())
      claimEqual(Compared.comparisons.withLock(\.self), 2)
      #expect((watcher.fired, other.fired) == (0, 0))
    }

    @Test func `a NaN that stays is no change`() {
      struct Place: Equatable {
        var altitude = Double.nan
        var visits = 0
      }
      let store = Store(initialState: Place()) {
        Reduce<Place, Int> { state, action in
          state.visits += action
          return .none
        }
      }
      let altitude = Watcher { _ = store.altitude }
      let whole = Watcher { _ = store.state }
      store.send(0)
      #expect((altitude.fired, whole.fired) == (0, 0))
      store.send(1)
      #expect((altitude.fired, whole.fired) == (0, 1))
    }

    @Test func `observation ends with its observer`() {
      let store = comparisonCountingStore()
      // A tracked read ends with its first notification, whichever of its members changes.
      withObservationTracking {
        _ = (store.member, store.steps)
      } onChange: {
      }
      store.send(())
      claimEqual(Compared.comparisons.withLock(\.self), 1)
      store.send(())
      claimEqual(Compared.comparisons.withLock(\.self), 1)
    }

    @Test func `an observer that was there before a thousand others is still told`() {
      let store = Store(initialState: Sparse()) {
        Reduce<Sparse, Int> { state, action in
          state.values[action] = action
          return .none
        }
      }
      let watcher = Watcher { _ = store[dynamicMember: \.[-1]] }
      let many = (0..<1_000).map { index in Watcher { _ = store[dynamicMember: \.[index]] } }
      store.send(3)
      claimEqual(many.map(\.fired).reduce(0, +), 1)
      claimEqual(watcher.fired, 0)
      store.send(-1)
      claimEqual(watcher.fired, 1)
    }
  }
}

// MARK: - Fixtures

extension LiveStoreTests {
  struct Sparse: Equatable {
    var values: [Int: Int] = [:]
    subscript(index: Int) -> Int? { values[index] }
  }

  struct Compared: Equatable {
    static let comparisons = Lock(0)

    static func == (_: Compared, _: Compared) -> Bool {
      comparisons.withLock { $0 += 1 }
      return true
    }
  }
}

extension LiveStoreTests.Observing {
  struct ComparedState: Equatable {
    var member = LiveStoreTests.Compared()
    var steps = 0
  }

  fileprivate func comparisonCountingStore() -> Store<ComparedState, Void> {
    LiveStoreTests.Compared.comparisons.withLock { $0 = 0 }
    return Store(initialState: ComparedState()) {
      Reduce { state, _ in
        state.steps += 1
        return .none
      }
    }
  }
}
