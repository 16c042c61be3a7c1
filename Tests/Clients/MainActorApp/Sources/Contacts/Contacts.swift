import Core

/// A list of contacts, each of which can be edited in a sheet.
struct Contacts: Reducer {
  struct State: Equatable {
    var rows: IdentifiedArrayOf<Row.State> = []
    var isLoading = false
    @PresentationState var form: Form.State?
  }

  enum Action: Equatable {
    case appeared
    case loaded([String])
    case addTapped
    case rows(IdentifiedAction<Int, Row.Action>)
    case form(PresentationAction<Form.Action>)
  }

  enum CancelID { case load }

  @Dependency(\.contactsClient) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        state.isLoading = true
        return .run { send in
          await send(.loaded(try await client.load()))
        }
        .cancellable(id: CancelID.load, cancelInFlight: true)
      case .loaded(let names):
        state.isLoading = false
        for (id, name) in names.enumerated() { state.rows.append(Row.State(id: id, name: name)) }
        return .none
      case .addTapped:
        state.form = Form.State()
        return .none
      case .form(.presented(.saved(let name))):
        state.rows.append(Row.State(id: state.rows.count, name: name))
        return .none
      case .rows, .form:
        return .none
      }
    }
    .forEach(\.rows, action: { .rows($0) }) { Row() }
    .ifLet(\.$form, action: { .form($0) }) { Form() }
  }
}

struct Row: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var name: String
    var isStarred = false
  }

  enum Action: Equatable { case starTapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.isStarred.toggle()
    return .none
  }
}

struct Form: Reducer {
  struct State: Equatable { var name = "" }

  enum Action: Equatable {
    case nameChanged(String)
    case saveTapped
    case saved(String)
  }

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .nameChanged(let name):
      state.name = name
      return .none
    case .saveTapped:
      return .run { [name = state.name, dismiss] send in
        await send(.saved(name))
        await dismiss()
      }
    case .saved:
      return .none
    }
  }
}
