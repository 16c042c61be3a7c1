import FocusedTestStore
import Testing

/// An action of a child whose state a reducer above the child's operator removes in the same step, and a second one,
/// when the state has been missing for a step.
struct MissingChildTests {
  /// The actions that the reducers below the operators get.
  private let parent = Collected<Void>()

  @Test func `Scope reports an action for another case`() async {
    await claimIssues(
      of: Root.Action.row(.tapped), from: Root.State.on(Row()), at: #line + 3
    ) {
      leaving
      Scope(state: { .on($0) }, action: { .row($0) }) { RowFeature() }
      Reduce(note)
    }
  }

  @Test func `ifCaseLet reports an action for another case`() async {
    await claimIssues(
      of: Root.Action.row(.tapped), from: Root.State.on(Row()), at: #line + 3
    ) {
      leaving
      Reduce(note).ifCaseLet({ .on($0) }, action: { .row($0) }) { RowFeature() }
    }
  }

  @Test func `ifLet reports an action for a missing child`() async {
    await claimIssues(
      of: List.Action.row(.tapped), from: List.State(row: Row()), at: #line + 3
    ) {
      emptying
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
      of: List.Action.sheet(action), rendered, from: List.State(sheet: Row()), at: #line + 3
    ) {
      emptying
      Reduce(note).ifLet(\.$sheet, action: { .sheet($0) }) { RowFeature() }
    }
  }

  @Test func `forEach reports an action for a missing element`() async {
    await claimIssues(
      of: List.Action.rows(.element(id: 0, action: .tapped)), from: List.State(rows: [Row()]),
      at: #line + 3
    ) {
      emptying
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
      of: List.Action.path(action), rendered, from: List.State(path: [Row()]), at: #line + 3
    ) {
      emptying
      Reduce(note).forEach(\.path, action: { .path($0) }) { RowFeature() }
    }
  }

  @Test(arguments: List.Action.ofMissingChildren, Adding.allCases)
  func `a child that its own action adds is named as added`(
    _ action: (List.Action, name: String), by adding: Adding
  ) async {
    let added = """
      It was added in this same action, but after this \(action.name) had run: by its Reduce, or by a later reducer.
      Add it in an earlier action, or give the parent an action of its own.
      """
    func add(to state: inout List.State, if condition: Bool) -> Effect<List.Action> {
      if condition {
        state = List.State(row: Row(), sheet: Row(), rows: [Row()])
        state.path.append(Row())
      }
      return .none
    }
    let store = TestStore(.off, initialState: Outer.State()) {
      Scope(state: \.list, action: { Outer.Action.list($0) }) {
        Reduce<List.State, List.Action> { state, _ in add(to: &state, if: adding == .own) }
          .ifLet(\.row, action: { .row($0) }) { RowFeature() }
          .ifLet(\.$sheet, action: { .sheet($0) }) { RowFeature() }
          .forEach(\.rows, action: { .rows($0) }) { RowFeature() }
          .forEach(\.path, action: { .path($0) }) { RowFeature() }
        Reduce { state, _ in add(to: &state, if: adding == .below) }
      }
      Reduce { state, _ in add(to: &state.list, if: adding == .ofParent).map { .list($0) } }
    }
    let issues = await withCapturedIssues { await store.send(.list(action.0)) }
    claimEqual(issues.count, 1)
    claimEqual(issues.first?.message.contains(added), adding != .none)
    claimEqual(issues.first?.message.contains("Most likely"), adding == .none)
  }

  /// The reducer that adds the children.
  enum Adding: CaseIterable { case own, below, ofParent, none }

  @Test func `a case that its own action sets is named as added`() async {
    let store = TestStore(.off, initialState: Root.State.off) {
      Reduce<Root.State, Root.Action> { state, _ in
        state = .on(Row())
        return .none
      }
      .ifCaseLet({ .on($0) }, action: { .row($0) }) { RowFeature() }
    }
    let issues = await withCapturedIssues { await store.send(.row(.tapped)) }
    claimEqual(issues.count, 1)
    claim(issues[0].message.contains("but it is .off."))
    claim(issues[0].message.contains("but after this ifCaseLet had run"))
  }

  @Test func `a case that a reducer below a Scope sets is named as added`() async {
    let store = TestStore(.off, initialState: Root.State.off) {
      Scope(state: { .on($0) }, action: { Root.Action.row($0) }) { RowFeature() }
      Reduce { state, _ in
        state = .on(Row())
        return .none
      }
    }
    let issues = await withCapturedIssues { await store.send(.row(.tapped)) }
    claimEqual(issues.map { $0.message.contains("but after this Scope had run") }, [true])
  }

  @Test func `a live store of many elements reports an action for a missing one`() async {
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
      claimEqual(issues.map { $0.message.contains("Put the forEach above that reducer") }, [true])
    }
  }

  private var leaving: Reduce<Root.State, Root.Action> {
    Reduce { state, _ in
      state = .off
      return .none
    }
  }

  private var emptying: Reduce<List.State, List.Action> {
    Reduce { state, _ in
      state = List.State()
      return .none
    }
  }

  private func note<State, Action>(_: inout State, _: Action) -> Effect<Action> {
    parent.append(())
    return .none
  }

  /// Expects an issue of each of two actions, which only the parent gets: the first names the order of the reducers as
  /// the cause, and the second the likely cause.
  private func claimIssues<State: Equatable, Action, R: Reducer<State, Action>>(
    of action: Action, _ name: String? = nil, from state: State, at operatorLine: Int,
    test: String = #function, line: UInt = #line,
    @ReducerBuilder<State, Action> reducer: () -> R
  ) async {
    let reducer = reducer()
    let store = TestStore(.off, initialState: state) { reducer }
    for cause in ["order", "absence"] {
      let issues = await withCapturedIssues { await store.send(action, line: 201) }
      let text = [name, cause].compactMap(\.self).joined(separator: ", ")
      expectIssue(issues, line: operatorLine, text: text, test: test, callLine: line)
    }
    claimEqual(parent.values.count, 2, line: line)
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

  enum Outer {
    struct State: Equatable { var list = List.State() }
    enum Action { case list(List.Action) }
  }

  enum List {
    struct State: Equatable {
      var row: Row?
      @PresentationState var sheet: Row?
      var rows: IdentifiedArrayOf<Row> = []
      var path = StackState<Row>()
    }
    enum Action: Sendable {
      static let ofMissingChildren: [(Action, String)] = [
        (.row(.tapped), "ifLet"), (.sheet(.presented(.tapped)), "ifLet"),
        (.rows(.element(id: 0, action: .tapped)), "forEach"),
        (.path(.element(id: 0, action: .tapped)), "forEach"),
      ]

      case row(RowFeature.Action)
      case sheet(PresentationAction<RowFeature.Action>)
      case rows(IdentifiedAction<Int, RowFeature.Action>)
      case path(StackAction<Row, RowFeature.Action>)
    }
  }
}
