import Core
import FocusedTestStore
import Observation
import Testing

extension LiveStoreTests {
  @MainActor
  struct Selecting {
    static let name = StateSelector<Counter.State, String>(\.name)
    static let count = StateSelector<Counter.State, Int>(\.count)

    let store = LiveStoreTests().makeStore()
    let calls = Calls()

    @Test func `a selector of several is computed again when any of them changes`() {
      let log = StateSelector<Counter.State, [String]>(\.log)
      let all = StateSelector(Self.name, Self.count, log) { [calls] name, count, log in
        calls.note("\(name) \(count) \(log)")
      }
      claimEqual(store.select(all), "Blob 0 []")
      store.send(.child(.add(1)))
      claimEqual(store.select(all), "Blob 0 []")
      claimEqual(calls.count, 1)
      store.send(.setName("Stern"))
      claimEqual(store.select(all), "Stern 0 []")
      store.send(.increment)
      claimEqual(store.select(all), "Stern 1 []")
      store.send(.note("x"))
      claimEqual(store.select(all), #"Stern 1 ["x"]"#)
      claimEqual(calls.count, 4)
    }

    @Test func `a selector stops where its input comes out the same`() {
      let isEven = StateSelector(Self.count) { $0.isMultiple(of: 2) }
      let word = StateSelector(isEven) { [calls] in calls.note($0 ? "even" : "odd") }
      claimEqual(store.select(word), "even")
      store.send(.increment)
      store.send(.increment)
      claimEqual(store.select(word), "even")
      claimEqual(calls.count, 1)
    }

    @Test func `an optional input is compared too`() {
      let sheet = StateSelector<Counter.State, Counter.Child?>(\.sheet)
      let title = StateSelector(sheet) { [calls] in calls.note($0?.title ?? "none") }
      claimEqual(store.select(title), "none")
      claimEqual(store.select(title), "none")
      claimEqual(calls.count, 1)
      store.send(.present(Counter.Child(title: "Sheet")))
      claimEqual(store.select(title), "Sheet")
      claimEqual(calls.count, 2)
    }

    @Test func `two stores do not take each other's memory`() {
      let other = LiveStoreTests().makeStore(Counter.State(name: "Other"))
      let shout = StateSelector(Self.name) { [calls] in calls.note($0.uppercased()) }
      for _ in 1...3 {
        #expect(store.select(shout) == "BLOB")
        #expect(other.select(shout) == "OTHER")
      }
      claimEqual(calls.count, 2)
    }

    @Test func `a selection does not fire when its input changes and it does not`() {
      let isPositive = StateSelector(Self.count) { $0 >= 0 }
      let watcher = Watcher { [store] in _ = store.select(isPositive) }
      store.send(.increment)
      claimEqual(watcher.fired, 0)
    }

    @Test func `a scoped store selects from its own state`() {
      let title = StateSelector<Counter.Child, String>(\.title)
      let child = store.scope(state: \.child, action: { .child($0) })
      let watcher = Watcher { _ = child.select(title) }
      child.send(.add(1))
      claimEqual(watcher.fired, 0)
      child.send(.rename("Stern"))
      claimEqual(watcher.fired, 1)
      claimEqual(child.select(title), "Stern")
    }

    @Test func `selectors made on the fly are not kept`() {
      let object = Canary()
      weak var weakObject: Canary?
      weakObject = object
      for index in 0..<200 {
        let selector = StateSelector(Self.name) { [object = index == 0 ? object : nil] name in
          _ = object
          return name
        }
        _ = store.select(selector)
      }
      _ = consume object
      #expect(weakObject == nil)
    }
  }
}

// MARK: - Fixtures

extension LiveStoreTests {
  final class Calls: Sendable {
    private let calls = Lock(0)
    var count: Int { calls.withLock { $0 } }

    func note<Value>(_ value: Value) -> Value {
      calls.withLock { $0 += 1 }
      return value
    }
  }
}
