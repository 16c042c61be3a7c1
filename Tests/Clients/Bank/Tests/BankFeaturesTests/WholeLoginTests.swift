import BankFeatures
import BankModels
import FocusedTestStore
import Testing

struct WholeLoginTests {
  let clock = TestClock()
  let logIn = Stub<(String, String), Session>("AuthClient.login")
  let logout = Stub<String, Void>("AuthClient.logout")
  let saveNote = Stub<String, Void>("SettingsClient.saveNote")
  let analytics = FakeAnalytics()

  @Test func fromTheLoginToHomeAndBack() async {
    let store = TestStore(.on, initialState: App.State()) {
      App()
    } withDependencies: {
      $0.continuousClock = clock
      $0.auth.login = logIn.call
      $0.auth.logout = logout.call(orElse: ())
      $0.accounts.fetch = { [.savings, .checking] }
      $0.analytics.track = analytics.track
      $0[SettingsClient.self].saveNote = saveNote.call
    }

    let login = store.scope(state: { .login($0) }, action: { .login($0) })
    let home = store.scope(state: { .home($0) }, action: { .home($0) })
    let settings = home.scope(
      state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) }
    )
    .scope(state: { .settings($0) }, action: { .settings($0) })
    let help = home.scope(state: \.path[id: 1], action: { .path(.element(id: 1, action: $0)) })
      .scope(state: { .help($0) }, action: { .help($0) })

    // Three wrong passwords
    await login.send(.userNameChanged("ada")) {
      $0.userName = "ada"
    }
    for attempt in 1...2 {
      await login.send(.passwordChanged("guess \(attempt)")) {
        $0.password = "guess \(attempt)"
        $0.error = nil
      }
      await login.send(.submitTapped) {
        $0.isLoading = true
      }
      await logIn.fail(with: APIError("Wrong password"))
      await login.receive(.failed(APIError("Wrong password"))) {
        $0.isLoading = false
        $0.password = ""
        $0.error = "Wrong password"
        $0.attempts = attempt
      }
    }
    await login.send(.passwordChanged("guess 3")) {
      $0.password = "guess 3"
      $0.error = nil
    }
    await login.send(.submitTapped) {
      $0.isLoading = true
    }
    await logIn.fail(with: APIError("Wrong password"))
    await login.receive(.failed(APIError("Wrong password"))) {
      $0.isLoading = false
      $0.password = ""
      $0.error = "Wrong password"
      $0.attempts = 3
      $0.secondsLocked = 5
    }

    // Locked
    for seconds in [4, 3, 2, 1] {
      await clock.advance(by: .seconds(1))
      await login.receive(.lockoutTicked) {
        $0.secondsLocked = seconds
      }
    }
    await login.send(.submitTapped)
    await clock.advance(by: .seconds(1))
    await login.receive(.lockoutTicked) {
      $0.secondsLocked = nil
      $0.attempts = 0
      $0.error = nil
    }

    // The right one
    await login.send(.passwordChanged("secret")) {
      $0.password = "secret"
    }
    await login.send(.submitTapped) {
      $0.isLoading = true
    }
    await logIn.succeed(with: ada)
    await login.receive(.succeeded(ada)) {
      $0.isLoading = false
    }
    await store.receive(.login(.delegate(.loggedIn(ada)))) {
      $0 = .home(Home.State(session: ada))
    }

    // Home
    await home.send(.appeared)
    await home.receive(.accounts(.refreshTapped)) {
      $0.accounts.isLoading = true
    }
    await home.receive(.accounts(.loaded([.savings, .checking]))) {
      $0.accounts.isLoading = false
      $0.accounts.rows = [
        AccountRow.State(account: .checking), AccountRow.State(account: .savings),
      ]
    }
    #expect(analytics.events == [.screen("home")])

    // Settings
    await home.send(.settingsTapped) {
      $0.path.append(.settings(Settings.State()))
    }
    await settings.send(.appeared)
    await settings.send(.noteChanged("Rent")) {
      $0.note = "Rent"
      $0.isNoteSaved = false
    }
    await clock.advance(by: .milliseconds(500))
    await settings.receive(.saveNote)
    await saveNote.succeed(with: ())
    await settings.receive(.noteSaved) {
      $0.isNoteSaved = true
      $0.count = 1
    }
    await settings.send(.faceIDToggled(true)) {
      $0.faceIDOn = true
      $0.count = 2
    }
    #expect(analytics.events.last == .toggled("faceID", isOn: true))
    await home.send(.helpTapped) {
      $0.path.append(.help(Help.State()))
    }
    await help.send(.nextTapped) {
      $0.page = 2
    }
    await home.send(.path(.element(id: 1, action: .help(.contactTapped)))) {
      $0.path.pop(from: 1)
    }

    // And out
    await settings.send(.logoutTapped)
    await home.receive(.path(.element(id: 0, action: .settings(.delegate(.logoutTapped))))) {
      $0.path = StackState()
    }
    await home.receive(.accounts(.undoExpired))
    await home.receive(.quotes(.disconnectTapped))
    await store.receive(.home(.delegate(.loggedOut(ada)))) {
      $0 = .login(Login.State(userName: "ada"))
    }
    await logout.succeed(with: (), to: "t-1")
    await store.finish()
  }
}
