import FocusedTestStore
import Testing

/// The samples of cases that are read and changed in place, as the documentation shows them.
struct CaseSampleTests {
  @Test func `The sample of a presented case`() async {
    let store = TestStore(
      .off, initialState: Contacts.State(destination: .form(ContactForm.State()))
    ) { Contacts() }
    await store.send(.destination(.presented(.form(.nameChanged("Blob"))))) {
      $0.$destination[case: { .form($0) }]?.name = "Blob"
    }
  }

  @Test func `The samples of CasePath's is and modify`() {
    var screen = Screen.State.book(Book())
    #expect(CasePath { Screen.State.book($0) }.is(screen))
    CasePath { Screen.State.book($0) }.modify(&screen) { $0.likes += 1 }
    #expect(screen == .book(Book(likes: 1)))
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

  enum Screen {
    enum State: Equatable {
      case book(Book)
      case closed
    }
  }
  struct Book: Equatable { var likes = 0 }
}
