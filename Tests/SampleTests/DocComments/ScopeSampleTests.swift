/// The samples about scoped stores.
struct ScopeSampleTests {
  private typealias Login = FocusedStyleTests.Login

  @Test func `A case of the root`() async {
    let store = FocusedStyleTests.makeEntrance()
    // sample: ScopedTestStore.swift
  }

  @Test func `Children and rows`() async {
    let store = FocusedStyleTests.makeBookcase()
    // sample: ScopedTestStore.swift 2
    // sample: ScopedTestStore.swift 3
    for child in [profile, sheet, row] {
      await child.send(.titleChanged("Dune")) { $0.title = "Dune" }
    }
  }

  @Test func `A case of a child`() async {
    let store = FocusedStyleTests.makeBookcase()
    // sample: ScopedTestStore.swift 4

    await detail.send(.titleChanged("Dune")) { $0.title = "Dune" }
    let issues = await withCapturedIssues {
      await detail.send(.titleChanged("Emma")) { $0.title = "Dune" }
    }
    #expect(issues.count == 1)
    await store.send(.path(.popFrom(id: 0)))
    #expect(detail.state == nil)
  }

  @Test func `A helper for a whole store and for a scoped one`() async {
    // sample: StoreUnderTest.swift
    let alone = TestStore(.off, initialState: Login.State()) {
      Login()
    } withDependencies: {
      $0[Login.Client.self].logIn = { .failure(.wrongPassword) }
    }

    await fail(alone)
    await fail(
      FocusedStyleTests.makeEntrance().scope(state: { .login($0) }, action: { .login($0) }))
    let wrong = await withCapturedIssues { await alone.receive(.loginFailed(.wrongPassword)) }
    #expect(wrong.count == 1)
  }

  @Test func `A variable that names the scoped store in failures`() async {
    let store = FocusedStyleTests.makeEntrance()
    // sample: ScopedTestStore.swift 5
    await login.send(.loginTapped) { $0.attempts = 1 }
  }
}
