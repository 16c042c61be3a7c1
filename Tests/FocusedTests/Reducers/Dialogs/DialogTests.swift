import FocusedTestStore
import Testing

struct DialogTests {
  @Test func `an alert goes when one of its actions comes, after the parent has reduced it`() async
  {
    let store = TestStore(initialState: Inbox.State()) { Inbox() }
    await store.send(.deleteTapped) { $0.alert = .delete }
    await store.send(.alert(.presented(.deleteConfirmed))) {
      $0.log = ["deleted; the alert was there"]
      $0.alert = nil
    }
  }

  @Test func `an alert that is said to stay is an issue`() async {
    let store = TestStore(.off, initialState: Inbox.State(alert: .delete)) { Inbox() }
    await expectIssue {
      await store.send(.alert(.presented(.deleteConfirmed))) { $0.alert = .delete }
    }
  }

  @Test func `an alert that takes its place stays, even an equal one`() async {
    let store = TestStore(initialState: Inbox.State(alert: .delete)) { Inbox() }
    await store.send(.alert(.presented(.retry))) { $0.log = ["again"] }
    claimEqual(store.state.alert, .delete)
    await store.send(.alert(.presented(.ask))) { $0.alert = AlertState { TextState("Sure?") } }
  }

  @Test func `an action without an alert is an issue at the line of ifLet`() async {
    let store = TestStore(.off, initialState: Inbox.State()) { Inbox() }
    let issues = await withCapturedIssues {
      await store.send(.alert(.presented(.deleteConfirmed)))
    }
    claimEqual(issues.map(\.line), [Inbox.line])
  }

  @Test func `an alert in a case of a destination goes likewise, a form in another does not`() async
  {
    let store = TestStore(initialState: Desk.State()) { Desk() }
    await store.send(.present(.form(Sleeper.State()))) { $0.destination = .form(Sleeper.State()) }
    await store.send(.destination(.presented(.form(.rename("Hi"))))) {
      $0.$destination[case: { .form($0) }]?.title = "Hi"
    }
    await store.send(.present(.alert(.delete))) { $0.destination = .alert(.delete) }
    await store.send(.destination(.presented(.alert(.deleteConfirmed)))) { $0.destination = nil }
  }

  @Test @MainActor func `a view dismisses the dialog that it shows, and no other`() throws {
    let root = Store(initialState: Inbox.State(alert: .delete)) { Inbox() }
    let alert = try #require(root.scope(state: \.alert, action: { .alert($0) }))
    let first = try #require(alert.presented())
    alert.send(.presented(.retry))
    alert.dismiss(first.id)
    claimEqual(root.state.alert, .delete)
    let second = try #require(alert.presented())
    alert.dismiss(second.id)
    #expect(root.state.alert == nil)
    claimEqual(withCapturedIssues { alert.dismiss(second.id) }, [])
  }

  @Test @MainActor func `a mock store is asked to dismiss as well`() throws {
    let mock = MockStore<AlertState<Int>, PresentationAction<Int>>(
      initialState: AlertState { TextState("Sure?") })
    mock.store.dismiss(try #require(mock.store.presented()).id)
    claimEqual(mock.actions, [.dismiss])
  }

  @Test func `two alerts are equal when they say and send the same`() {
    typealias Alert = AlertState<Inbox.Action.Alert>
    claimEqual(Alert.delete, .delete)
    #expect(Alert.delete.id != Alert.delete.id)
    claimEqual(Alert.delete.hashValue, Alert.delete.hashValue)
    #expect(Alert { TextState("a") } != Alert { TextState("b") })
    #expect(
      Alert { TextState("a") }
        != Alert {
          TextState("a")
        } message: {
          TextState("b")
        })
    #expect(
      Alert { TextState("a") }
        != Alert {
          TextState("a")
        } actions: {
          ButtonState { "OK" }
        })
    typealias Dialog = ConfirmationDialogState<Sort>
    claimEqual(Dialog.sort, .sort)
    #expect(Dialog { "a" } != Dialog(titleVisibility: .hidden) { "a" })
  }

  @Test(arguments: [true, false]) func `buttons can be listed by conditions and loops`(
    isAdmin: Bool
  ) {
    let alert = AlertState<Int> {
      TextState(verbatim: "100 %")
    } actions: {
      if isAdmin { ButtonState(role: .destructive, action: 0) { "Delete" } }
      for number in 1...2 {
        ButtonState(action: number) { TextState("\(number)") }
      }
      if isAdmin { ButtonState(action: 3) { "Edit" } } else { ButtonState { "Ask" } }
    }
    #expect(alert.buttons.map(\.action) == (isAdmin ? [0, 1, 2, 3] : [1, 2, nil]))
    #expect(alert.buttons.map(\.label.string).last == (isAdmin ? "Edit" : "Ask"))
    claimEqual(alert.title.string, "100 %")
    #expect(
      alert.buttons.map(\.role).first == (isAdmin ? .destructive : ButtonState<Int>.Role?.none))
  }
}

// MARK: - Fixtures

extension AlertState<DialogTests.Inbox.Action.Alert> {
  fileprivate static var delete: AlertState {
    AlertState {
      TextState("Delete the draft?")
    } actions: {
      ButtonState(role: .destructive, action: .deleteConfirmed) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep") }
    } message: {
      TextState("It cannot be restored.")
    }
  }
}

extension ConfirmationDialogState<DialogTests.Sort> {
  fileprivate static var sort: ConfirmationDialogState {
    ConfirmationDialogState(titleVisibility: .visible) {
      TextState("Sort by")
    } actions: {
      ButtonState(action: .byName) { TextState("Name") }
      ButtonState(action: .byDate) { TextState("Date") }
    }
  }
}

extension DialogTests {
  enum Sort: Equatable { case byName, byDate }

  struct Inbox: Reducer {
    struct State: Equatable {
      @PresentationState var alert: AlertState<Action.Alert>?
      var log: [String] = []
    }

    enum Action: Equatable {
      case deleteTapped
      case alert(PresentationAction<Alert>)

      enum Alert: Equatable {
        case deleteConfirmed
        case retry
        case ask
      }
    }

    static let line = #line + 24

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .deleteTapped:
          state.alert = .delete

        case .alert(.presented(.deleteConfirmed)):
          let was = state.alert == nil ? "was not" : "was"
          state.log.append("deleted; the alert \(was) there")

        case .alert(.presented(.retry)):
          state.log.append("again")
          state.alert = .delete

        case .alert(.presented(.ask)):
          state.alert = AlertState { TextState("Sure?") }

        case .alert:
          break
        }
        return .none
      }
      .ifLet(\.$alert, action: { .alert($0) })
    }
  }

  struct Desk: Reducer {
    struct State: Equatable { @PresentationState var destination: Destination.State? }
    enum Action: Equatable {
      case present(Destination.State)
      case destination(PresentationActionOf<Destination>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .present(let destination) = action { state.destination = destination }
        return .none
      }
      .ifLet(\.$destination, action: { .destination($0) }) { Destination() }
    }
  }

  struct Destination: Reducer {
    enum State: Equatable {
      case form(Sleeper.State)
      case alert(AlertState<Inbox.Action.Alert>)
    }
    enum Action: Equatable {
      case form(Sleeper.Action)
      case alert(Inbox.Action.Alert)
    }

    var body: some ReducerOf<Self> {
      Scope(state: { .form($0) }, action: { .form($0) }) { Sleeper() }
    }
  }
}
