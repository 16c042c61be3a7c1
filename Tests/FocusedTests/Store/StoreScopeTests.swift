import FocusedTestStore
import Observation
import Testing

extension LiveStoreTests {
  @MainActor
  struct Scoping {
    let store = LiveStoreTests().makeStore()

    @Test func `a child store takes a case path, for state that may be missing too`() {
      let child = store.scope(state: \.child, action: CasePath { .child($0) })
      child.send(.rename("Stern"))
      claimEqual(child.title, "Stern")
      store.send(.present(Counter.Child()))
      let sheet = store.scope(state: \.sheet, action: CasePath { .sheet($0) })
      sheet?.send(.add(2))
      claimEqual(store.sheet?.value, 2)
    }

    @Test func `a child's whole state does not fire for its siblings`() {
      let child = store.scope(state: \.child, action: { .child($0) })
      let watcher = Watcher { _ = child.state }
      store.send(.present(Counter.Child()))
      store.send(.sheet(.add(1)))
      claimEqual(watcher.fired, 0)
      child.send(.add(1))
      claimEqual(watcher.fired, 1)
    }

    @Test func `two children that read the same member name do not mix`() {
      store.send(.present(Counter.Child()))
      let child = store.scope(state: \.child, action: { .child($0) })
      let sheet = store.scope(state: \.sheet, action: { .sheet($0) })
      let childWatcher = Watcher { _ = child.value }
      let sheetWatcher = Watcher { _ = sheet?.value }
      sheet?.send(.add(1))
      #expect((childWatcher.fired, sheetWatcher.fired) == (0, 1))
      child.send(.add(1))
      #expect((childWatcher.fired, sheetWatcher.fired) == (1, 1))
    }

    @Test func `a child of a child follows the root`() {
      struct Root: Equatable { var counter = Counter.State() }
      let root = Store(initialState: Root()) {
        Reduce<Root, Counter.Action> { state, action in
          Counter().reduce(into: &state.counter, action: action)
        }
      }
      let leaf = root.scope(state: \.counter, action: { $0 })
        .scope(state: \.child, action: { .child($0) })
      let watcher = Watcher { _ = leaf.value }
      root.send(.increment)
      claimEqual(watcher.fired, 0)
      leaf.send(.add(1))
      claimEqual(watcher.fired, 1)
      claimEqual(root.counter.child.value, 1)
    }

    @Test func `there is a child store only while there is child state`() {
      #expect(store.scope(state: \.sheet, action: { .sheet($0) }) == nil)
      store.send(.present(Counter.Child(value: 4)))
      let sheet = store.scope(state: \.sheet, action: { .sheet($0) })
      claimEqual(sheet?.value, 4)
    }

    @Test func `who asks for an optional child is told when it comes and goes, not of its changes`()
    {
      let watcher = Watcher { [store] in
        _ = store.scope(state: \.sheet, action: { .sheet($0) })
      }
      store.send(.present(Counter.Child()))
      claimEqual(watcher.fired, 1)
      store.send(.sheet(.add(1)))
      store.send(.present(Counter.Child(value: 8)))
      claimEqual(watcher.fired, 1)
      store.send(.present(nil))
      claimEqual(watcher.fired, 2)
    }

    @Test func `a child whose state has gone keeps the last one, and is not told`() {
      store.send(.present(Counter.Child()))
      let sheet = store.scope(state: \.sheet, action: { .sheet($0) })
      let watcher = Watcher { _ = sheet?.value }
      store.send(.sheet(.add(5)))
      claimEqual(watcher.fired, 1)
      store.send(.present(nil))
      claimEqual(watcher.fired, 1)
      claimEqual(sheet?.value, 5)
    }

    @Test func `a child keeps the last state even if it has never been read`() {
      store.send(.present(Counter.Child()))
      let sheet = store.scope(state: \.sheet, action: { .sheet($0) })
      store.send(.sheet(.add(5)))
      store.send(.present(nil))
      claimEqual(sheet?.state, Counter.Child(value: 5))
    }

    @Test func `a child store that was left behind follows the next child`() {
      store.send(.present(Counter.Child(value: 1)))
      let sheet = store.scope(state: \.sheet, action: { .sheet($0) })
      store.send(.present(nil))
      store.send(.present(Counter.Child(value: 2)))
      claimEqual(sheet?.value, 2)
    }

    @Test func `a child's task is the parent's`() async {
      let root = Store(initialState: Counter.State()) {
        Reduce<Counter.State, Counter.Action> { state, action in
          switch action {
          case .child(.rename(let title)): .run { send in await send(.setName(title)) }
          default: Counter().reduce(into: &state, action: action)
          }
        }
      }
      let child = root.scope(state: \.child, action: { .child($0) })
      await child.send(.rename("Stern")).finish()
      claimEqual(root.name, "Stern")
    }

    @Test func `a child store keeps its parent's effects going, and nothing keeps the child`() async
    {
      weak var weakChild: Store<Counter.Child, Counter.ChildAction>?
      weak var weakBacking: AnyObject?
      weak var weakRoot: AnyObject?
      do {
        let child: Store<Counter.Child, Counter.ChildAction>?
        do {
          let root = LiveStoreTests().makeStore(Counter.State(sheet: Counter.Child()))
          weakRoot = root.backing
          child = root.scope(state: \.sheet, action: { .sheet($0) })
        }
        weakChild = child
        weakBacking = child?.backing
        let watcher = Watcher { [weak child] in _ = child?.value }
        child?.send(.add(1))
        #expect(child?.value == 1)
        #expect(watcher.fired == 1)
      }
      #expect(weakChild == nil)
      #expect(weakBacking == nil)
      #expect(weakRoot == nil)
    }
  }
}
