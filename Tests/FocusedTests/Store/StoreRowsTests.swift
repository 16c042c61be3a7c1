import FocusedTestStore
import Testing

extension LiveStoreTests {
  @MainActor
  struct Rows {
    private let store = Store(initialState: House.State.ofLists) { House() }

    private var rows: StoreCollection<Int, Sleeper.State, Sleeper.Action> {
      store.scope(state: \.rows, action: { .rows($0) })
    }

    @Test func `each row is a store of its own`() {
      rows[1].send(.toggle)
      claimEqual(store.rows.map(\.isDone), [false, true, false])
      #expect(rows[id: 9] == nil)
      claimEqual(rows.ids, [1, 2, 3])
      claimEqual(rows.map(\.id), [1, 2, 3])
    }

    @Test func `a row is told of its own changes, and of no other's`() {
      let row = rows[0]
      let watcher = Watcher { _ = row.isDone }
      store.send(.rows(.element(id: 2, action: .toggle)))
      claimEqual(watcher.fired, 0)
      store.send(.rows(.element(id: 1, action: .rename("a"))))
      claimEqual(watcher.fired, 0)
      store.send(.rows(.element(id: 1, action: .toggle)))
      claimEqual(watcher.fired, 1)
    }

    @Test func `who reads the rows is told when one comes, goes or moves, not of its changes`() {
      let watcher = Watcher { [store] in
        _ = store.scope(state: \.rows, action: { .rows($0) }).ids
      }
      store.send(.rows(.element(id: 2, action: .toggle)))
      claimEqual(watcher.fired, 0)
      store.send(.update { $0.rows.append(Sleeper.State(id: 4)) })
      claimEqual(watcher.fired, 1)
      store.send(.update { $0.rows.swapAt(0, 1) })
      claimEqual(watcher.fired, 2)
      store.send(.update { $0.rows.remove(id: 1) })
      claimEqual(watcher.fired, 3)
      store.send(.update { $0.rows[id: 2]?.isDone = true })
      claimEqual(watcher.fired, 3)
    }

    @Test func `the store of a row that has gone keeps its last state, and is not told`() {
      let last = rows[2]
      store.send(.rows(.element(id: 3, action: .rename("c"))))
      let watcher = Watcher { _ = last.title }
      let old = rows
      store.send(.update { $0.rows.remove(id: 3) })
      claimEqual(watcher.fired, 0)
      claimEqual(last.title, "c")
      claimEqual(old[2].title, "c")
      claimEqual(rows.count, 2)
    }

    @Test func `a store that is created after its row has changed keeps the change as well`() {
      let old = rows
      store.send(.rows(.element(id: 3, action: .rename("c"))))
      let row = old[2]
      store.send(.update { $0.rows.remove(id: 3) })
      claimEqual(row.title, "c")
    }

    @Test func `a row finds its element wherever it has moved`() {
      let first = rows[0]
      store.send(.update { $0.rows.reverse() })
      first.send(.rename("first"))
      claimEqual(store.rows.last?.title, "first")
      claimEqual(first.title, "first")
    }

    @Test func `a case path wraps the actions of rows`() {
      let action = CasePath<House.Action, IdentifiedActionOf<Sleeper>> { .rows($0) }
      let rows = store.scope(state: \.rows, action: action)
      rows[id: 3]?.send(.rename("c"))
      claimEqual(store.rows[id: 3]?.title, "c")
    }

    @Test func `the elements of a stack are stores as well`() {
      let path = store.scope(state: \.path, action: { .path($0) })
      let watcher = Watcher { [store] in
        _ = store.scope(state: \.path, action: { .path($0) }).count
      }
      let second = path[1]
      second.send(.toggle)
      claimEqual(store.path[id: 1]?.isDone, true)
      claimEqual(watcher.fired, 0)
      claimEqual(path[id: 0]?.isDone, false)
      store.send(.path(.popFrom(id: 1)))
      claimEqual(watcher.fired, 1)
      #expect(second.isDone)
      #expect(!path[1].isDone)
      claimEqual(store.scope(state: \.path, action: CasePath { .path($0) }).ids, [0])
    }

    @Test func `rows of a scoped store follow the root`() {
      struct Street { var house = House.State.ofLists }
      let root = Store(initialState: Street()) {
        Scope<Street, House.Action, House>(state: \.house, action: { $0 }) { House() }
      }
      let house = root.scope(state: \.house, action: { (action: House.Action) in action })
      let row = house.scope(state: \.rows, action: { .rows($0) })[0]
      let watcher = Watcher { _ = row.isDone }
      root.send(.rows(.element(id: 1, action: .toggle)))
      claimEqual(watcher.fired, 1)
      row.send(.toggle)
      claimEqual(root.house.rows[0].isDone, false)
    }

    @Test func `observed rows are compared only after a change of their list`() {
      Compared.comparisons.withLock { $0 = 0 }
      let store = Store(initialState: Groups()) {
        Reduce<Groups, GroupsAction> { state, action in
          switch action {
          case .count: state.count += 1
          case .rename(let title): state.groups[id: 2]?.rows[id: 3]?.title = title
          case .rows: break
          }
          return .none
        }
      }
      let group = store.scope(state: \.groups, action: { .rows($0) })[1]
      let rows = group.scope(state: \.rows, action: { $0 })
      let watchers = rows.map { row in Watcher { _ = (row.compared, row.title) } }
      store.send(.rename("a"))
      claimEqual(watchers.map(\.fired), [0, 0, 1])
      claimEqual(rows[2].title, "a")
      claimEqual(Compared.comparisons.withLock(\.self), 3)
      store.send(.count)
      store.send(.count)
      claimEqual(Compared.comparisons.withLock(\.self), 3)
      store.send(.rename("b"))
      claimEqual(watchers.map(\.fired), [0, 0, 2])
      claimEqual(Compared.comparisons.withLock(\.self), 6)
    }

    @Test func `the fields of a row that is an object are compared after each action`() {
      let store = Store(initialState: IdentifiedArray(uniqueElements: [ObjectRow()])) {
        Reduce<IdentifiedArrayOf<ObjectRow>, Void> { rows, _ in
          rows[0].changes += 1
          return .none
        }
      }
      let row = store.scope(state: \.self, action: { (_: IdentifiedAction<Int, Never>) in })[0]
      let watcher = Watcher { _ = row.changes }
      store.send(())
      store.send(())
      claimEqual(watcher.fired, 2)
    }

    @Test func `the end of another observation doesn't visit the rows`() {
      let store = Store(initialState: HashedRows()) {
        Reduce<HashedRows, Void> { state, _ in
          state.child?.value += 1
          return .none
        }
      }
      let rows = store.scope(
        state: \.rows, action: { (_: IdentifiedAction<HashedRows.Key, Never>) in })
      let watchers = rows.map { row in Watcher { _ = row.title } }
      store.send(())
      // The stores of a row and of a child are released at once.
      _ = rows[1].title
      claimEqual(store.scope(state: \.child, action: { (_: Never) in })?.value, 1)
      HashedRows.Key.hashes.withLock { $0 = 0 }
      store.send(())
      claimEqual(HashedRows.Key.hashes.withLock(\.self), 0)
      claimEqual(watchers.map(\.fired), [0, 0])
    }
  }
}

// MARK: - Fixtures

extension LiveStoreTests {
  /// Lists in the elements of a list.
  struct Groups {
    struct Group: Identifiable {
      let id: Int
      var rows: IdentifiedArrayOf<ComparedRow> = [
        ComparedRow(id: 1), ComparedRow(id: 2), ComparedRow(id: 3),
      ]
    }

    struct ComparedRow: Identifiable {
      let id: Int
      var compared = Compared()
      var title = ""
    }

    var groups: IdentifiedArrayOf<Group> = [Group(id: 1), Group(id: 2)]
    var count = 0
  }

  enum GroupsAction {
    case count
    case rename(String)
    case rows(IdentifiedAction<Int, IdentifiedAction<Int, Never>>)
  }

  final class ObjectRow: Identifiable {
    let id = 1
    var changes = 0
  }

  /// Rows with IDs that count how often they are hashed.
  struct HashedRows {
    struct Key: Hashable, Sendable {
      static let hashes = Lock(0)
      let number: Int

      func hash(into hasher: inout Hasher) {
        Self.hashes.withLock { $0 += 1 }
        hasher.combine(number)
      }
    }

    struct Row: Identifiable {
      let id: Key
      var title = ""
    }

    var rows: IdentifiedArrayOf<Row> = [Row(id: Key(number: 1)), Row(id: Key(number: 2))]
    var child: Counter.Child? = Counter.Child()
  }
}

extension House.State {
  fileprivate static var ofLists: House.State {
    House.State(
      rows: [Sleeper.State(id: 1), Sleeper.State(id: 2), Sleeper.State(id: 3)],
      path: [Sleeper.State(id: 1), Sleeper.State(id: 2)])
  }
}

extension UInt8 {
  fileprivate var lowBits: Int { Int(self & 15) }
}
