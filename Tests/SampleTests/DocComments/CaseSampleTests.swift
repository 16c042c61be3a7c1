/// The sample of a presented case that a test changes in place.
struct CaseSampleTests {
  @Test func `The sample of a presented case`() async {
    let store = TestStore(
      .off, initialState: Contacts.State(destination: .form(ContactForm.State()))
    ) { Contacts() }
    // sample: PresentationState.swift 2
  }
}

// MARK: - Fixtures

extension CaseSampleTests {
  struct Contacts: Reducer {
    struct State: Equatable { @PresentationState var destination: Destination.State? }
    enum Action { case destination(PresentationActionOf<Destination>) }

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifLet(\.$destination, action: { .destination($0) }) { Destination() }
    }
  }

  struct Destination: Reducer {
    enum State: Equatable {
      case form(ContactForm.State)
      case help
    }
    enum Action { case form(ContactForm.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: { .form($0) }, action: { .form($0) }) { ContactForm() }
    }
  }

  struct ContactForm: Reducer {
    struct State: Equatable { var name = "" }
    enum Action { case nameChanged(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .nameChanged(let name) = action { state.name = name }
      return .none
    }
  }
}
