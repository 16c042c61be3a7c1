/// The samples of bindings, as the documentation shows them.
struct BindingSampleTests {
  @Test func `The samples of bindings`() async {
    let store = TestStore(.off, initialState: Form.State()) { Form() }
    // sample: BindingReducer.swift 3
    await store.send(.set(\.email, "blob@example.com")) { $0.emailError = nil }
    #expect(store.state.isValid)
  }

  @Test @MainActor func `The sample of a store's bound field`() {
    let store = Store(initialState: Form.State()) { Form() }
    // sample: Store+Binding.swift 3
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  extension BindingSampleTests {
    @MainActor
    private func field(for store: StoreOf<Form>) -> some View {
      // sample: Store+Binding.swift 2
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
      var isValid = false
    }

    // sample: BindingReducer.swift 2

    // sample: BindingReducer.swift
  }
}
