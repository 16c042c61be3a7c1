import FocusedTestStore

/// What an action of an app's store costs, by the size of what it does not change.
@MainActor
enum LiveStores {
  nonisolated static let sizes = [10, 100, 1_000, 10_000]

  static func count(_ count: Int) async {
    let store = Store(initialState: Small.State()) { Small() }
    for _ in 0..<count { store.send(.add(1)) }
    precondition(store.count == count, "Each action must arrive (\(store.count) did)")
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
  }

  var body: some Reducer<State, Action> {
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
