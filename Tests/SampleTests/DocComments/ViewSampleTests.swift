/// The samples in the doc comments of a store in a view. The features are those of the article "A view on a store".
extension ViewArticleTests {
  @Test func `The sample of a presented case`() {
    let store = Store(initialState: Desk.State(destination: .editor(Editor.State()))) { Desk() }
    // sample: Store+Presentation.swift
    #expect(editor?.text == "")
  }

  @Test func `The sample of StoreCollection`() {
    let state = Table.State(rows: [Row.State(id: 1), Row.State(id: 2)])
    let store = Store(initialState: state) { Table() }
    // sample: Store+Rows.swift 2
  }

  struct Row: Reducer {
    struct State: Equatable, Identifiable {
      let id: Int
      var isDone = false
    }
    enum Action { case toggle }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.isDone.toggle()
      return .none
    }
  }

  struct Table: Reducer {
    struct State: Equatable { var rows: IdentifiedArrayOf<Row.State> = [] }
    enum Action { case rows(IdentifiedActionOf<Row>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().forEach(\.rows, action: { .rows($0) }) { Row() }
    }
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  extension ViewArticleTests {
    private func sheet(of store: StoreOf<Notes>) -> some View {
      Text(verbatim: "")
      // sample: Store+Navigation.swift
    }

    private func stack(of store: StoreOf<Library>) -> some View {
      // sample: Store+Navigation.swift 2
    }

    private func list(of store: StoreOf<Table>) -> some View {
      // sample: Store+Rows.swift
    }

    @ViewBuilder private func root(of store: StoreOf<Root>) -> some View {
      // sample: Store+Scope.swift 3
    }

    private struct RowView: View {
      let store: StoreOf<Row>
      var body: some View { Text(verbatim: "\(store.isDone)") }
    }
  }
#endif
