import FocusedTestStore
import Testing

/// The samples of bindings, as the documentation shows them.
struct BindingSampleTests {
  @Test func `The samples of bindings`() async {
    let store = TestStore(.off, initialState: Form.State()) { Form() }
    await store.send(.binding(.set(\.name, "Blob"))) { $0.name = "Blob" }
    await store.send(.set(\.email, "blob@example.com")) { $0.emailError = nil }
    #expect(store.state.isValid)
  }

  @Test @MainActor func `The sample of a store's bound field`() {
    let store = Store(initialState: Form.State()) { Form() }
    store.name = "Blob"
    #expect(store.state.name == "Blob")
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  extension BindingSampleTests {
    @MainActor
    private func field(for store: StoreOf<Form>) -> some View {
      TextField("Name", text: store.binding(\.name))
    }
  }
#endif

// MARK: - Fixtures

extension BindingSampleTests {
  struct Form: Reducer {
    struct State: Equatable {
      var name = ""
      var email = ""
      var emailError: String?
      var age = 0
      var isValid = false
      var address = Address()
    }
    struct Address: Equatable { var city = "" }

    enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
      case saveTapped
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
        .onChange(of: \.name) { _, name in
          Reduce { state, _ in
            state.isValid = !name.isEmpty
            return .none
          }
        }
      Reduce { state, action in
        switch action {
        case .binding(\.email):
          state.emailError = nil
          return .none

        case .binding, .saveTapped:
          return .none
        }
      }
    }
  }
}
