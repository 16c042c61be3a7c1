import FocusedTestStore
import Testing

struct PrintChangesTests {
  @Test func `each action is printed with the difference of the state`() async {
    let log = Collected<String>()
    let store = TestStore(.off, initialState: Counter.State()) {
      Counter().printChanges { log.append($0) }
    }
    await store.send(.add(2)) { $0.count = 2 }
    await store.send(.add(0))
    await store.send(.load)
    await store.receive(.loaded(["a", "b"])) { $0.rows = ["a", "b"] }
    expectText(log.values.joined(separator: "\n"))
  }

  @Test func `a state and an action without == are printed by their parts`() async {
    struct Plain { var count = 0 }
    struct Change { var by: Int }
    let log = Collected<String>()
    var state = Plain()
    let reducer = Reduce<Plain, Change> { state, change in
      state.count += change.by
      return .none
    }
    _ = reducer.printChanges { log.append($0) }.reduce(into: &state, action: Change(by: 3))
    claimEqual(state.count, 3)
    expectText(log.values)
  }

  @Test func `a NaN that stays is no change`() {
    let log = Collected<String>()
    var ratio = Double.nan
    let reducer = Reduce<Double, Bool> { _, _ in .none }
    _ = reducer.printChanges { log.append($0) }.reduce(into: &ratio, action: true)
    claimEqual(log.values, ["Reduced true. The state stays as it was."])
  }
}

extension PrintChangesTests {
  struct Counter: Reducer {
    struct State: Equatable {
      var count = 0
      var rows: [String] = []
    }
    enum Action: Equatable {
      case add(Int)
      case load
      case loaded([String])
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .add(let number): state.count += number
      case .load: return .run { send in await send(.loaded(["a", "b"])) }
      case .loaded(let rows): state.rows = rows
      }
      return .none
    }
  }
}
