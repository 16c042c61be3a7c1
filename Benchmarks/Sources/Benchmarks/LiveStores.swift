import FocusedTestStore
import Observation

/// The cost of an action in an app's store, depending on the size of the unchanged state.
@MainActor
enum LiveStores {
  nonisolated static let sizes = [10, 100, 1_000, 10_000]

  static func count(_ count: Int) async {
    let store = Store(initialState: Small.State()) { Small() }
    for _ in 0..<count { store.send(.add(1)) }
    precondition(store.count == count, "Each action must arrive (\(store.count) did)")
  }

  static func send<R: Reducer>(_ action: R.Action, to reducer: R, _ state: R.State, _ count: Int) {
    let store = Store(initialState: state) { reducer }
    for _ in 0..<count { store.send(action) }
  }

  /// Actions of one of many rows, by `forEach`.
  static func changeRow(of size: Int, _ count: Int) async {
    let store = Store(initialState: Shelf.State(rows: size)) { Shelf() }
    for _ in 0..<count { store.send(.rows(.element(id: size / 2, action: .add(1)))) }
    precondition(store.rows[id: size / 2]?.count == count, "Each action must arrive")
  }

  /// Actions that change an element of a plain array in a child's state.
  static func changeSection(of size: Int, _ count: Int) async {
    let store = Store(initialState: Shelf.State(rows: size)) { Shelf() }
    for _ in 0..<count { store.send(.section(size / 2)) }
    precondition(store.section.titles[size / 2].number == count, "Each action must arrive")
  }

  /// A store with many rows. In the first ones, a leaf feature has an endless effect.
  static func rows(_ size: Int, busy: Int) -> StoreOf<BusyRows> {
    let store = Store(initialState: BusyRows.State(rows: size)) { BusyRows() }
    for id in 0..<busy { store.send(.row(.element(id: id, action: .leaf(.start)))) }
    return store
  }

  /// Actions that don't affect the rows.
  static func count(beside store: StoreOf<BusyRows>, _ count: Int) {
    let before = store.count
    for _ in 0..<count { store.send(.add) }
    precondition(store.count == before + count, "Each action must arrive")
  }

  /// Actions of one of the rows.
  static func changeRow(of store: StoreOf<BusyRows>, _ count: Int) {
    for _ in 0..<count { store.send(.row(.element(id: 5, action: .add))) }
  }

  /// Rows that are added and removed while their IDs are observed.
  static func changeObservedIDs(of size: Int, _ count: Int) {
    let store = Store(initialState: Shelf.State(rows: size)) { Shelf() }
    for _ in 0..<count {
      for action in [Shelf.Action.addRow(size), .removeRow(size)] {
        withObservationTracking {
          _ = store.scope(state: \.rows, action: { .rows($0) }).count
        } onChange: {
        }
        store.send(action)
      }
    }
    precondition(store.rows.count == size, "Each row must go")
  }

  /// A store, and scoped stores of its rows whose counts are observed.
  static func watchedRows(
    _ size: Int
  ) -> (StoreOf<BusyRows>, [Store<BusyRows.Row.State, BusyRows.Row.Action>]) {
    let store = Store(initialState: BusyRows.State(rows: size)) { BusyRows() }
    let rows = Array(store.scope(state: \.rows, action: { .row($0) }))
    for row in rows {
      withObservationTracking {
        _ = row.count
      } onChange: {
      }
    }
    return (store, rows)
  }

  /// A store with many effects in flight, one of which ends whenever another one starts.
  @MainActor
  final class Effects {
    private let store = Store(initialState: Waiting.State()) { Waiting() }
    private var tasks: [StoreTask]
    private var oldest = 0

    init(_ size: Int) {
      let store = store
      tasks = (0..<size).map { store.send(.start($0)) }
    }

    func replaceOldest(_ count: Int) async {
      for _ in 0..<count {
        let task = tasks[oldest % tasks.count]
        tasks[oldest % tasks.count] = store.send(.start(oldest + tasks.count))
        store.send(.stop(oldest))
        oldest += 1
        await task.finish()
      }
    }
  }
}

/// A feature with many rows, each of which has a child with an effect.
struct BusyRows: Reducer {
  struct State {
    var rows: IdentifiedArrayOf<Row.State>
    var count = 0

    init(rows: Int) {
      self.rows = IdentifiedArray(uniqueElements: (0..<rows).map { Row.State(id: $0) })
    }
  }

  enum Action {
    case row(IdentifiedAction<Int, Row.Action>)
    case add
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .add = action { state.count += 1 }
      return .none
    }
    .forEach(\.rows, action: Self.row) { Row() }
  }

  private static var row: CasePath<Action, IdentifiedAction<Int, Row.Action>> {
    CasePath(embed: { .row($0) }) { if case .row(let action) = $0 { action } else { nil } }
  }

  struct Row: Reducer {
    struct State: Identifiable {
      let id: Int
      var count = 0
      var leaf: Leaf.State? = Leaf.State()
    }

    enum Action {
      case leaf(Leaf.Action)
      case add
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .add = action { state.count += 1 }
        return .none
      }
      .ifLet(\.leaf, action: Self.leaf) { Leaf() }
    }

    private static var leaf: CasePath<Action, Leaf.Action> {
      CasePath(embed: { .leaf($0) }) { if case .leaf(let action) = $0 { action } else { nil } }
    }
  }

  struct Leaf: Reducer {
    struct State {
      var count = 0
    }

    enum Action {
      case start
    }

    func reduce(into _: inout State, action _: Action) -> Effect<Action> {
      .run { _ in try await Task.never() }
    }
  }
}

/// Effects that wait until they are stopped.
struct Waiting: Reducer {
  struct State {}

  enum Action {
    case start(Int)
    case stop(Int)
  }

  func reduce(into _: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start(let id): .run { _ in try await Task.never() }.cancellable(id: id)
    case .stop(let id): .cancel(id: id)
    }
  }
}

/// A feature with many rows, and a section with as many titles.
struct Shelf: Reducer {
  struct State {
    var rows: IdentifiedArrayOf<Parent.Row.State>
    var section: Section.State

    init(rows: Int) {
      self.rows = IdentifiedArray(uniqueElements: (0..<rows).map { Parent.Row.State(id: $0) })
      section = Section.State(
        titles: (0..<rows).map { Section.Title(text: "The title of row \($0)", number: 0) })
    }
  }

  enum Action {
    case rows(IdentifiedAction<Int, Parent.Row.Action>)
    case section(Int)
    case addRow(Int)
    case removeRow(Int)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .addRow(let id): state.rows.append(Parent.Row.State(id: id))
      case .removeRow(let id): state.rows.remove(id: id)
      case .rows, .section: break
      }
      return .none
    }
    Scope(state: \.section, action: Self.section) { Section() }
    EmptyReducer().forEach(\.rows, action: Self.rows) { Parent.Row() }
  }

  private static var section: CasePath<Action, Int> {
    CasePath(embed: { .section($0) }) { if case .section(let index) = $0 { index } else { nil } }
  }
  private static var rows: CasePath<Action, IdentifiedAction<Int, Parent.Row.Action>> {
    CasePath(embed: { .rows($0) }) { if case .rows(let action) = $0 { action } else { nil } }
  }

  struct Section: Reducer {
    struct State {
      var titles: [Title]
    }

    struct Title {
      var text: String
      var number: Int
    }

    func reduce(into state: inout State, action: Int) -> Effect<Int> {
      state.titles[action].number += 1
      return .none
    }
  }
}
