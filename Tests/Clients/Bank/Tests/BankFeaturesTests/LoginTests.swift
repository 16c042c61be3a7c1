import BankFeatures
import BankModels
import FocusedTestStore
import Testing

struct LoginTests {
  let clock = TestClock()
  let login = Stub<(String, String), Session>("AuthClient.login")

  func makeStore(_ state: Login.State) -> TestStoreOf<Login> {
    TestStore(.off, initialState: state) {
      Login()
    } withDependencies: {
      $0.continuousClock = clock
      $0.auth.login = login.call
    }
  }

  @Test func typingANameRemovesTheError() async {
    let store = makeStore(Login.State(error: "Wrong password"))

    await store.send(.userNameChanged("ada")) {
      $0.userName = "ada"
      $0.error = nil
    }
  }

  @Test func typingAPassword() async {
    let store = makeStore(Login.State(userName: "ada"))

    await store.send(.passwordChanged("secret")) { $0.password = "secret" }
    #expect(store.state.canSubmit)
  }

  @Test func submittingShowsProgress() async {
    let store = makeStore(Login.State(userName: "ada", password: "secret"))

    await store.send(.submitTapped) { $0.isLoading = true }
    #expect(login.calls.map(\.0) == ["ada"])
    #expect(login.calls.map(\.1) == ["secret"])
  }

  @Test func submittingWithoutAPasswordDoesNothing() async {
    let store = makeStore(Login.State(userName: "ada"))

    await store.send(.submitTapped)
    #expect(login.calls.isEmpty)
    #expect(!store.state.isLoading)
  }

  @Test func `a wrong password is cleared and counted`() async {
    let store = makeStore(Login.State(userName: "ada", password: "secrte"))

    await store.send(.submitTapped)
    await login.fail(with: APIError("Wrong password"))
    await store.receive(.failed(APIError("Wrong password"))) {
      $0.password = ""
      $0.error = "Wrong password"
      $0.attempts = 1
    }
  }

  @Test func theThirdFailureLocks() async {
    let store = makeStore(Login.State(userName: "ada", password: "x", attempts: 2))
    login.willThrow(APIError("Wrong password"))

    await store.send(.submitTapped)
    store.assert { $0.secondsLocked = 5 }
  }

  @Test func theLockoutCountsDown() async {
    let store = makeStore(Login.State(userName: "ada", password: "x", attempts: 2))
    login.willThrow(APIError("Wrong password"))

    await store.send(.submitTapped)
    await clock.advance(by: .seconds(2))
    #expect(store.state.secondsLocked == 3)
  }

  @Test func `after the lockout one can try again`() async {
    let store = makeStore(Login.State(userName: "ada", password: "x", attempts: 2))
    login.willThrow(APIError("Wrong password"))

    await store.send(.submitTapped)
    await clock.advance(by: .seconds(5))
    await store.finish()
    #expect(!store.state.isLocked)
    #expect(store.state.attempts == 0)
  }

  @Test func succeedingTellsTheParent() async {
    let store = makeStore(Login.State(userName: "ada", password: "secret", attempts: 1))

    await store.send(.submitTapped)
    await login.succeed(with: ada)
    await store.receive(.delegate(.loggedIn(ada)))
  }
}

@Suite(.exhaustivity(.off)) struct AppTests {
  let logout = Stub<String, Void>("AuthClient.logout")

  func makeStore(_ state: App.State = App.State()) -> TestStoreOf<App> {
    TestStore(initialState: state) {
      App()
    } withDependencies: {
      $0.auth.login = { user, _ in Session(token: "t-1", userName: user) }
      $0.auth.logout = { [logout] token in try? await logout.call(token) }
    }
  }

  @Test func loggingInShowsHome() async {
    let store = makeStore(.login(Login.State(userName: "ada", password: "secret")))

    await store.send(.login(.submitTapped))
    store.assert { $0 = .home(Home.State(session: ada)) }
  }

  @Test func loggingOutGoesBackToTheLogin() async {
    logout.willReturn(())
    let store = makeStore(
      .home(Home.State(session: ada, path: StackState([.settings(Settings.State())]))))

    await store.send(.home(.path(.element(id: 0, action: .settings(.logoutTapped)))))
    await store.receive(.home(.delegate(.loggedOut(ada)))) {
      $0 = .login(Login.State(userName: "ada"))
    }
    #expect(logout.calls == ["t-1"])
  }
}
