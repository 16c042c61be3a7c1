import FocusedTestStore
import Testing

/// An action of a child whose state is missing, which only the parent gets.
struct MissingChildTests {
  /// The actions that the reducers below the operators get.
  private let parent = Collected<Void>()

  @Test func `Scope reports an action for another case`() async {
    await claimIssues(
      of: Root.Action.row(.tapped), from: Root.State.off, at: #line + 2
    ) {
      Scope(state: { .on($0) }, action: { .row($0) }) { RowFeature() }
      Reduce(note)
    }
  }

  @Test func `ifCaseLet reports an action for another case`() async {
    await claimIssues(
      of: Root.Action.row(.tapped), from: Root.State.off, at: #line + 2
    ) {
      Reduce(note).ifCaseLet({ .on($0) }, action: { .row($0) }) { RowFeature() }
    }
  }

  @Test func `ifLet reports an action for a missing child`() async {
    await claimIssues(
      of: List.Action.row(.tapped), from: List.State(), at: #line + 2
    ) {
      Reduce(note).ifLet(\.row, action: { .row($0) }) { RowFeature() }
    }
  }

  @Test(
    arguments: [
      (.presented(.tapped), ".sheet(.presented(.tapped))"), (.dismiss, ".sheet(.dismiss)"),
    ] as [(PresentationActionOf<RowFeature>, String)])
  func `ifLet reports an action for a missing presented child`(
    _ action: PresentationActionOf<RowFeature>, _ rendered: String
  ) async {
    await claimIssues(
      of: List.Action.sheet(action), rendered, from: List.State(), at: #line + 2
    ) {
      Reduce(note).ifLet(\.$sheet, action: { .sheet($0) }) { RowFeature() }
    }
  }

  @Test func `forEach reports an action for a missing element`() async {
    await claimIssues(
      of: List.Action.rows(.element(id: 0, action: .tapped)), from: List.State(), at: #line + 2
    ) {
      Reduce(note).forEach(\.rows, action: { .rows($0) }) { RowFeature() }
    }
  }

  @Test(
    arguments: [
      (.element(id: 0, action: .tapped), ".path(.element(id: 0, action: .tapped))"),
      (.popFrom(id: 0), ".path(.popFrom(id: 0))"),
    ] as [(StackActionOf<RowFeature>, String)])
  func `forEach reports an action for a missing element of a stack`(
    _ action: StackActionOf<RowFeature>, _ rendered: String
  ) async {
    await claimIssues(
      of: List.Action.path(action), rendered, from: List.State(), at: #line + 2
    ) {
      Reduce(note).forEach(\.path, action: { .path($0) }) { RowFeature() }
    }
  }

  @Test func `an action of a child that a reducer above removes is reported as well`() async {
    let store = TestStore(.off, initialState: List.State(rows: [Row()])) {
      Reduce<List.State, List.Action> { state, _ in
        state.rows = []
        return .none
      }
      Reduce(note).forEach(\.rows, action: { .rows($0) }) { RowFeature() }
    }
    let issues = await withCapturedIssues {
      await store.send(.rows(.element(id: 0, action: .tapped)))
    }
    claimEqual(issues.map { $0.message.contains("put it below this forEach") }, [true])
    claimEqual(parent.values.count, 1)
  }

  private func note<State, Action>(_: inout State, _: Action) -> Effect<Action> {
    parent.append(())
    return .none
  }

  /// Expects an issue of an action, which only the parent gets.
  private func claimIssues<State: Equatable, Action, R: Reducer<State, Action>>(
    of action: Action, _ name: String? = nil, from state: State, at operatorLine: Int,
    test: String = #function, line: UInt = #line,
    @ReducerBuilder<State, Action> reducer: () -> R
  ) async {
    let reducer = reducer()
    let store = TestStore(.off, initialState: state) { reducer }
    let issues = await withCapturedIssues { await store.send(action, line: 201) }
    expectIssue(issues, line: operatorLine, text: name, test: test, callLine: line)
    claimEqual(parent.values.count, 1, line: line)
  }
}

extension MissingChildTests {
  struct Row: Equatable, Identifiable, Sendable {
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
    enum Action: Sendable {
      case row(RowFeature.Action)
      case sheet(PresentationAction<RowFeature.Action>)
      case rows(IdentifiedAction<Int, RowFeature.Action>)
      case path(StackAction<Row, RowFeature.Action>)
    }
  }
}
