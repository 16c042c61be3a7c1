import FocusedTestStore
import Testing

struct BindingTests {
  @Test func `a binding sets its field`() async {
    let store = TestStore(initialState: SignUp.State()) { SignUp() }
    await store.send(.binding(.set(\.name, "Blob"))) {
      $0.name = "Blob"; $0.isValid = true
    }
    await store.send(.set(\.address.city, "Wien")) { $0.address.city = "Wien" }
    await store.send(.set(\.age, 3)) { $0.age = 3 }
  }

  @Test func `a field that is bound to another value than expected is an issue at the line`() async
  {
    let store = TestStore(.off, initialState: SignUp.State()) { SignUp() }
    await expectIssue {
      await store.send(.set(\.name, "Blob")) { $0.name = "Blob Jr." }
    }
  }

  @Test func `a reducer below it matches a binding by its key path`() async {
    let store = TestStore(.off, initialState: SignUp.State(emailError: "No such host")) { SignUp() }
    await store.send(.set(\.name, "Blob")) { $0.emailError = "No such host" }
    await store.send(.set(\.email, "blob@example.com")) { $0.emailError = nil }
  }

  @Test func `two bindings are equal if they set the same field to equal values`() {
    typealias Binding = BindingAction<SignUp.State>
    claimEqual(Binding.set(\.name, "a"), .set(\.name, "a"))
    #expect(Binding.set(\.name, "a") != .set(\.name, "b"))
    #expect(Binding.set(\.name, "a") != .set(\.email, "a"))
    claimEqual(SignUp.Action.set(\.age, 3).binding, .set(\.age, 3))
    #expect(SignUp.Action.saveTapped.binding == nil)
    claimEqual(Binding.set(\.name, "a").keyPath, \SignUp.State.name)
  }

  @Test func `a binding is spelled as code spells it`() {
    claimEqual(BindingAction<SignUp.State>.set(\.name, "a").description, #".set(\.name, "a")"#)
    #expect(
      String(dumping: SignUp.Action.set(\.address.city, "Wien"))
        == #".binding(.set(\.address.city, "Wien"))"#)
    #expect(diff(SignUp.Action.set(\.age, 1), .set(\.age, 2))?.contains(#".set(\.age, 2)"#) == true)
  }

  @Test @MainActor func `a bound field of a live store is observed by itself`() {
    let store = Store(initialState: SignUp.State()) { SignUp() }
    let watcher = LiveStoreTests.Watcher { _ = store.name }
    store.email = "blob@example.com"
    claimEqual(watcher.fired, 0)
    store.name = "Blob"
    claimEqual(watcher.fired, 1)
  }
}

// MARK: - Fixtures

extension BindingTests {
  struct SignUp: Reducer {
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
        if case .binding(\.email) = action { state.emailError = nil }
        return .none
      }
    }
  }
}
