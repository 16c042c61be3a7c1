/// The samples in the documentation of the live store and of its doubles.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreDocumentationTests {
  typealias Profile = DoublesArticleTests.Profile
  typealias ProfileView = DoublesArticleTests.ProfileView

  @Test func `the sample of Interceptor works`() {
    // sample: Store.swift 2
    var lines: [String] = []
    let store = Store(initialState: Profile.State()) { Profile() }
    store.register(interceptor: Logger { lines.append($0) })
    store.send(.setName("Stern"))
    #expect(lines == [#"setName("Stern"):  → Stern"#])
  }

  @Test func `the sample of StateSelector works`() {
    let store = Store(initialState: Profile.State(todos: ["Milk", "Bread"], query: "M")) {
      Profile()
    }
    #expect(store.select(ProfileSelectors.matches) == ["Milk"])
  }

  @Test func `the sample of MockStore works`() {
    // sample: MockStore.swift
    #expect(view.title == "Blob")
  }

  @Test func `the sample of TestInterceptor works`() async {
    let store = Store(initialState: Profile.State()) { Profile() }
    let view = ProfileView(store: store)

    // sample: TestInterceptor.swift
  }

  // sample: StateSelector.swift
}
