import FocusedTCA
import Testing

// Features with TCA's macros, which its replica doesn't have.

@Reducer
private struct Contacts {
  @Reducer
  enum Destination {
    case add(Contact)
    case alert(AlertState<Alert>)

    @CasePathable
    enum Alert: Equatable { case deletionConfirmed }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    @Shared(.inMemory("favorites")) var favorites = 0
    var names: [String] = []
  }

  enum Action {
    case addTapped
    case deleteTapped
    case destination(PresentationAction<Destination.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped:
        state.destination = .add(Contact.State())
        return .none

      case .deleteTapped:
        state.destination = .alert(AlertState { TextState("Delete?") })
        return .none

      case .destination(.presented(.add(.delegate(.saved(let name))))):
        state.names.append(name)
        state.$favorites.withLock { $0 += 1 }
        return .none

      case .destination(.presented(.alert(.deletionConfirmed))):
        state.names = []
        return .none

      case .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension Contacts.Destination.State: Equatable {}

@Reducer
private struct Contact {
  @ObservableState
  struct State: Equatable {
    var name = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case delegate(Delegate)
    case saveTapped

    @CasePathable
    enum Delegate { case saved(String) }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .delegate:
        return .none

      case .saveTapped:
        return .run { [name = state.name] send in
          await send(.delegate(.saved(name)))
          await dismiss()
        }
      }
    }
  }
}

struct MacroTests {
  @Test func aDestinationSavesAndDismissesItself() async {
    let store = TestStore(initialState: Contacts.State()) { Contacts() }

    await store.send(\.addTapped) { $0.destination = .add(Contact.State()) }
    await store.send(\.destination.add.binding.name, "Blob") {
      $0.destination.modify(\.add) { $0.name = "Blob" }
    }
    await store.send(\.destination.add.saveTapped)
    await store.receive(\.destination.add.delegate.saved, "Blob") {
      $0.names = ["Blob"]
      $0.$favorites.withLock { $0 = 1 }
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func aTestInOffAssertsOneBehavior() async {
    let store = TestStore(.off, initialState: Contacts.State(names: ["Blob"])) { Contacts() }

    await store.send(\.deleteTapped)
    await store.send(\.destination.alert.deletionConfirmed) { $0.names = [] }
  }

  @Test func aWrongFieldOfAPresentedFeatureFails() async {
    let issues = await withCapturedIssues {
      let store = TestStore(initialState: Contacts.State()) { Contacts() }
      await store.send(\.addTapped) { $0.destination = .add(Contact.State(name: "Blob")) }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("Blob") == true)
  }

  @Test func codeInAMessageNamesTheCaseOfAPresentedFeature() async {
    let issues = await withCapturedIssues {
      let store = TestStore(
        initialState: Contacts.State(destination: .add(Contact.State(name: "Blob")))
      ) { Contacts() }
      await store.send(\.destination.add.saveTapped)
    }
    #expect(
      issues.first?.message.contains(#"receive(\.destination.add.delegate.saved, "Blob")"#)
        == true)
    #expect(issues.first?.message.contains(#"receive(\.destination.dismiss)"#) == true)
  }
}
