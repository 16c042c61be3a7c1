import FocusedTestStore
import Testing

/// A reducer above a child's operator that removes the child's state in the same step.
struct OrderOfReducersTests {
  @Test func `the order is named where a case was changed first`() async {
    await expectOrder(
      Root.State.on(Row()), Root.Action.row(.tapped), spelled: ".row(.tapped)", named: "Scope"
    ) {
      """
      Expected a state of the case that holds OrderOfReducersTests.Row for .row(.tapped), but it is .off.
      The child did not get the action.
      """
    } reducer: {
      Reduce<Root.State, Root.Action> { state, _ in
        state = .off
        return .none
      }
      Scope(state: { .on($0) }, action: { .row($0) }) { RowFeature() }
    }
    await expectOrder(
      Root.State.on(Row()), Root.Action.row(.tapped), spelled: ".row(.tapped)", named: "ifCaseLet"
    ) {
      """
      Expected a state of the case that holds OrderOfReducersTests.Row for .row(.tapped), but it is .off.
      The child did not get the action; its parent did.
      """
    } reducer: {
      Reduce<Root.State, Root.Action> { state, _ in
        state = .off
        return .none
      }
      EmptyReducer().ifCaseLet({ .on($0) }, action: { .row($0) }) { RowFeature() }
    }
  }

  @Test func `the order is named where a child was removed first`() async {
    await expectOrder(
      List.State(row: Row()), List.Action.row(.tapped), spelled: ".row(.tapped)", named: "ifLet"
    ) {
      """
      Expected \\.row to hold a state for .row(.tapped), but it is nil.
      The child did not get the action; its parent did.
      """
    } reducer: {
      emptying
      EmptyReducer().ifLet(\.row, action: { .row($0) }) { RowFeature() }
    }
    await expectOrder(
      List.State(sheet: Row()), List.Action.sheet(.presented(.tapped)),
      spelled: ".sheet(.presented(.tapped))", named: "ifLet"
    ) {
      """
      Expected \\.$sheet to hold a state for .sheet(.presented(.tapped)), but it is nil.
      The child did not get the action; its parent did.
      """
    } reducer: {
      emptying
      EmptyReducer().ifLet(\.$sheet, action: { .sheet($0) }) { RowFeature() }
    }
    await expectOrder(
      List.State(rows: [Row()]), List.Action.rows(.element(id: 0, action: .tapped)),
      spelled: ".rows(.element(id: 0, action: .tapped))", named: "forEach"
    ) {
      """
      Expected \\.rows to have an element with the id 0 for .rows(.element(id: 0, action: .tapped)), \
      but it has none.
      No element got the action; the parent did.
      """
    } reducer: {
      emptying
      EmptyReducer().forEach(\.rows, action: { .rows($0) }) { RowFeature() }
    }
    await expectOrder(
      List.State(path: [Row()]), List.Action.path(.element(id: 0, action: .tapped)),
      spelled: ".path(.element(id: 0, action: .tapped))", named: "forEach"
    ) {
      """
      Expected \\.path to have an element with the id 0 for .path(.element(id: 0, action: .tapped)), \
      but it has none.
      No element got the action; the parent did.
      """
    } reducer: {
      emptying
      EmptyReducer().forEach(\.path, action: { .path($0) }) { RowFeature() }
    }
  }

  @Test func `a live store of many elements names the cause, too`() async {
    await MainActor.run {
      let rows = (0..<30).map { Row(id: $0) }
      let store = Store(initialState: List.State(rows: IdentifiedArray(uniqueElements: rows))) {
        Reduce<List.State, List.Action> { state, action in
          if case .rows(.element(id: 3, action: _)) = action { state.rows.remove(id: 3) }
          return .none
        }
        EmptyReducer().forEach(\.rows, action: { .rows($0) }) { RowFeature() }
      }
      store.send(.rows(.element(id: 0, action: .tapped)))
      let issues = withCapturedIssues { store.send(.rows(.element(id: 3, action: .tapped))) }
      #expect(
        issues.map(\.message) == [
          """
          Expected \\.rows to have an element with the id 3 for .rows(.element(id: 3, action: .tapped)), \
          but it has none.
          No element got the action; the parent did.

          It existed when the action arrived, but a reducer that runs before this forEach changed the state first.
          Put the forEach above that reducer, so that the child gets the action first.
          """
        ])
    }
  }

  private var emptying: Reduce<List.State, List.Action> {
    Reduce { state, _ in
      state = List.State()
      return .none
    }
  }

  private func expectOrder<State: Equatable, Action, R: Reducer<State, Action>>(
    _ state: State, _ action: Action, spelled: String, named name: String, opening: () -> String,
    @ReducerBuilder<State, Action> reducer: () -> R,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let reducer = reducer()
    let store = TestStore(.off, initialState: state) { reducer }
    let line = #line + 1
    let issues = await withCapturedIssues { await store.send(action) }
    #expect(
      issues.map(\.message) == [
        """
        \(opening())

        It existed when the action arrived, but a reducer that runs before this \(name) changed the state first.
        Put the \(name) above that reducer, so that the child gets the action first.

        This happened while reducing \(spelled), sent at OrderOfReducersTests.swift:\(line).
        """
      ], sourceLocation: sourceLocation)
    // If it was removed earlier, the message differs.
    let late = await withCapturedIssues { await store.send(action) }
    #expect(
      late.count == 1 && late.allSatisfy { $0.message.contains("Most likely") },
      sourceLocation: sourceLocation)
  }
}

extension OrderOfReducersTests {
  struct Row: Equatable, Identifiable {
    var id = 0
    var taps = 0
  }

  struct RowFeature: Reducer {
    enum Action: Equatable { case tapped }

    func reduce(into state: inout Row, action: Action) -> Effect<Action> {
      state.taps += 1
      return .none
    }
  }

  enum Root {
    enum State: Equatable {
      case on(Row)
      case off
    }
    enum Action { case row(RowFeature.Action) }
  }

  enum List {
    struct State: Equatable {
      var row: Row?
      @PresentationState var sheet: Row?
      var rows: IdentifiedArrayOf<Row> = []
      var path = StackState<Row>()
    }
    enum Action {
      case row(RowFeature.Action)
      case sheet(PresentationAction<RowFeature.Action>)
      case rows(IdentifiedAction<Int, RowFeature.Action>)
      case path(StackAction<Row, RowFeature.Action>)
    }
  }
}
