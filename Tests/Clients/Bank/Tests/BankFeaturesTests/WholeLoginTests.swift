import BankFeatures
import BankModels
import FocusedTestStore
import Testing

@Suite struct WholeLoginTests {
  let clock = TestClock()
  let login = Stub<(String, String), Session>("AuthClient.login")
  let logout = Stub<String, Void>("AuthClient.logout")
  let saveNote = Stub<String, Void>("SettingsClient.saveNote")
  let analytics = FakeAnalytics()

  @Test func fromTheLoginToHomeAndBack() async {
    let store = TestStore(.on, initialState: App.State()) {
      App()
    } withDependencies: {
      $0.continuousClock = clock
      $0.auth.login = login.call
      $0.auth.logout = logout.call(orElse: ())
      $0.accounts.fetch = { [.savings, .checking] }
      $0.analytics.track = analytics.track
      $0[SettingsClient.self].saveNote = saveNote.call
    }

    // Three wrong passwords
    await store.send(.login(.userNameChanged("ada"))) {
      $0.login?.userName = "ada"
    }
    for attempt in 1...2 {
      await store.send(.login(.passwordChanged("guess \(attempt)"))) {
        $0.login?.password = "guess \(attempt)"
        $0.login?.error = nil
      }
      await store.send(.login(.submitTapped)) {
        $0.login?.isLoading = true
      }
      await login.fail(with: APIError("Wrong password"))
      await store.receive(.login(.failed(APIError("Wrong password")))) {
        $0.login?.isLoading = false
        $0.login?.password = ""
        $0.login?.error = "Wrong password"
        $0.login?.attempts = attempt
      }
    }
    await store.send(.login(.passwordChanged("guess 3"))) {
      $0.login?.password = "guess 3"
      $0.login?.error = nil
    }
    await store.send(.login(.submitTapped)) {
      $0.login?.isLoading = true
    }
    await login.fail(with: APIError("Wrong password"))
    await store.receive(.login(.failed(APIError("Wrong password")))) {
      $0.login?.isLoading = false
      $0.login?.password = ""
      $0.login?.error = "Wrong password"
      $0.login?.attempts = 3
      $0.login?.secondsLocked = 5
    }

    // Locked
    for seconds in [4, 3, 2, 1] {
      await clock.advance(by: .seconds(1))
      await store.receive(.login(.lockoutTicked)) {
        $0.login?.secondsLocked = seconds
      }
    }
    await store.send(.login(.submitTapped))
    await clock.advance(by: .seconds(1))
    await store.receive(.login(.lockoutTicked)) {
      $0.login?.secondsLocked = nil
      $0.login?.attempts = 0
      $0.login?.error = nil
    }

    // The right one
    await store.send(.login(.passwordChanged("secret"))) {
      $0.login?.password = "secret"
    }
    await store.send(.login(.submitTapped)) {
      $0.login?.isLoading = true
    }
    await login.succeed(with: ada)
    await store.receive(.login(.succeeded(ada))) {
      $0.login?.isLoading = false
    }
    await store.receive(.login(.delegate(.loggedIn(ada)))) {
      $0 = .home(Home.State(session: ada))
    }

    // Home
    await store.send(.home(.appeared))
    await store.receive(.home(.accounts(.refreshTapped))) {
      $0.home?.accounts.isLoading = true
    }
    await store.receive(.home(.accounts(.loaded([.savings, .checking])))) {
      $0.home?.accounts.isLoading = false
      $0.home?.accounts.rows = [
        AccountRow.State(account: .checking), AccountRow.State(account: .savings),
      ]
    }
    #expect(analytics.events == [.screen("home")])

    // Settings
    await store.send(.home(.settingsTapped)) {
      $0.home?.path.append(.settings(Settings.State()))
    }
    await store.send(.home(.path(.element(id: 0, action: .settings(.appeared)))))
    await store.send(.home(.path(.element(id: 0, action: .settings(.noteChanged("Rent")))))) {
      $0.home?.path[id: 0, case: { .settings($0) }]?.note = "Rent"
      $0.home?.path[id: 0, case: { .settings($0) }]?.isNoteSaved = false
    }
    await clock.advance(by: .milliseconds(500))
    await store.receive(.home(.path(.element(id: 0, action: .settings(.saveNote)))))
    await saveNote.succeed(with: ())
    await store.receive(.home(.path(.element(id: 0, action: .settings(.noteSaved))))) {
      $0.home?.path[id: 0, case: { .settings($0) }]?.isNoteSaved = true
      $0.home?.path[id: 0, case: { .settings($0) }]?.count = 1
    }
    await store.send(.home(.path(.element(id: 0, action: .settings(.faceIDToggled(true)))))) {
      $0.home?.path[id: 0, case: { .settings($0) }]?.faceIDOn = true
      $0.home?.path[id: 0, case: { .settings($0) }]?.count = 2
    }
    #expect(analytics.events.last == .toggled("faceID", isOn: true))
    await store.send(.home(.helpTapped)) {
      $0.home?.path.append(.help(Help.State()))
    }
    await store.send(.home(.path(.element(id: 1, action: .help(.nextTapped))))) {
      $0.home?.path[id: 1, case: { .help($0) }]?.page = 2
    }
    await store.send(.home(.path(.element(id: 1, action: .help(.contactTapped))))) {
      $0.home?.path.pop(from: 1)
    }

    // And out
    await store.send(.home(.path(.element(id: 0, action: .settings(.logoutTapped)))))
    await store.receive(.home(.path(.element(id: 0, action: .settings(.delegate(.logoutTapped))))))
    {
      $0.home?.path = StackState()
    }
    await store.receive(.home(.accounts(.undoExpired)))
    await store.receive(.home(.quotes(.disconnectTapped)))
    await store.receive(.home(.delegate(.loggedOut(ada)))) {
      $0 = .login(Login.State(userName: "ada"))
    }
    await logout.succeed(with: (), to: "t-1")
    await store.finish()
  }
}
