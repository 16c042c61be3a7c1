import FocusedTestStore
import SignIn
import Testing

/// What holds of a session whatever its users do, and whatever the service answers.
struct SessionExplorations {
  @Test(.schedules(300)) func `one request for any number of taps`() async {
    let account = Account()
    let store = makeStore(account)

    await store.explore(upTo: 6, actions) { state in
      #expect(account.signIn.heldCalls.count <= 1)
      if case .signedOut(let signIn) = state {
        #expect(signIn.isSigningIn == !account.signIn.heldCalls.isEmpty)
      }
    }
  }

  @Test(.schedules(300)) func `who is signed in is who asked for it`() async {
    let account = Account()
    let store = makeStore(account)

    await store.explore(upTo: 7, actions) { state in
      if case .signedIn(let signedIn) = state {
        #expect(signedIn.user.name == account.signIn.calls.last)
        #expect(account.signIn.heldCalls.isEmpty)
      }
    }
  }

  @Test(.schedules(300)) func `a rejection is told and keeps the name`() async {
    let account = Account()
    let store = makeStore(account)

    await store.explore(upTo: 7, actions) { state in
      guard case .signedOut(let signIn) = state else { return }
      var model = SignIn.State()
      for step in store.history {
        switch step.action {
        case .signedOut(.nameChanged(let name)): model.name = name
        case .signedOut(.signInTapped):
          model.isSigningIn = true
          model.isRejected = false
        case .signedOut(.rejected):
          model.isSigningIn = false
          model.isRejected = true
        case .signedIn(.delegate(.signedOut)): model = SignIn.State()
        default: break
        }
      }
      #expect(signIn == model)
    }
  }

  @Test(.schedules(300)) func `nobody is out before the service knows`() async {
    let account = Account()
    let store = makeStore(account)

    await store.explore(upTo: 7, actions) { state in
      let goodbyes = store.history.count { $0.action == .signedIn(.delegate(.signedOut)) }
      #expect(goodbyes <= account.signOut.calls.count)
      if case .signedOut = state { #expect(account.signOut.heldCalls.isEmpty) }
    }
  }

  @Test(.schedules(300)) func `a minute is a minute in each session`() async {
    let account = Account()
    let clock = TestClock()
    let store = makeStore(account, clock)

    await store.explore(upTo: 7, actions) { state in
      guard case .signedIn(let signedIn) = state else { return }
      let minutes = store.history.reduce(into: 0) { minutes, step in
        switch step.action {
        case .signedOut(.delegate(.signedIn)): minutes = 0
        case .signedIn(.minutePassed): minutes += 1
        default: break
        }
      }
      #expect(signedIn.minutes == minutes)
    }
    guard case .signedIn(let before) = store.state else {
      let steps = store.history.count
      await clock.advance(by: .seconds(60))
      #expect(store.history.count == steps)
      return
    }
    await clock.advance(by: .seconds(60))
    guard case .signedIn(let after) = store.state else { return }
    #expect(after.minutes == before.minutes + 1)
  }

  @Test(.schedules(200, overlappingSends: true)) func `two taps sign in once`() async {
    let account = Account(answers: false)
    let store = makeStore(account)

    await store.send(.signedOut(.nameChanged("Marie")))
    await store.send(.signedOut(.signInTapped))
    await store.send(.signedOut(.signInTapped))
    #expect(account.signIn.calls == ["Marie"])
  }
}

private func actions(_ state: Session.State) -> [Session.Action] {
  switch state {
  case .signedOut:
    [
      .signedOut(.nameChanged("Marie")), .signedOut(.nameChanged("Pierre")),
      .signedOut(.signInTapped),
    ]
  case .signedIn: [.signedIn(.signOutTapped)]
  }
}

private struct Unknown: Error {}

/// A service that answers when the script says so.
private struct Account {
  let signIn = Stub<String, Void>("AccountClient.signIn")
  let signOut = Stub<Void, Void>("AccountClient.signOut")

  init(answers: Bool = true) {
    guard answers else { return }
    signIn.mayAnswer(.success(()), .failure(Unknown()))
    signOut.mayAnswer(.success(()))
  }
}

private func makeStore(
  _ account: Account, _ clock: TestClock<Duration> = TestClock()
) -> TestStoreOf<Session> {
  TestStore(.off, initialState: Session.State.signedOut(SignIn.State())) {
    Session()
  } withDependencies: {
    $0.account.signIn = { name in
      try await account.signIn.call(name)
      return User(name: name)
    }
    $0.account.signOut = { try? await account.signOut.call() }
    $0.continuousClock = clock
  }
}
