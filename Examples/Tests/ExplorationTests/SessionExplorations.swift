import FocusedExploration
import FocusedTestStore
import SignIn
import Testing

struct SessionExplorations {
  private struct Setup {
    let store: TestStoreOf<Session>
    let clock = TestClock()
    let service = AccountService()
    let companion: Companion<SessionModel>

    init(_ state: Session.State = .signedOut(SignIn.State())) {
      let companion = Companion(SessionModel(state), clock: clock)
      self.companion = companion
      store = TestStore(.off, initialState: state) {
        companion.watch
        Session()
      } withDependencies: { [clock, service] in
        $0.continuousClock = clock
        $0.account = service.client
      }
    }

    func check() {
      companion.check(store)
      companion.model.expectCalls(service, at: clock.time)
    }

    /// Answers all calls, lets two and a half minutes pass, and ends the session.
    func settle() async throws {
      while !service.signIn.pendingCalls.isEmpty { await service.signIn.succeed() }
      while !service.signOut.pendingCalls.isEmpty { await service.signOut.succeed() }
      check()
      #expect(companion.model.question == nil)
      if !companion.model.isSignedOut {
        await clock.advance(by: .seconds(150))
        check()
        await store.send(.signedIn(.signOutTapped))
        while !service.signOut.pendingCalls.isEmpty { await service.signOut.succeed() }
      }
      check()
      #expect(companion.model.isSignedOut)
      try await clock.checkSuspension()
      await store.finish()
    }
  }

  @Test(.schedules(300)) func `one sign-in at a time, and minutes until its end`() async throws {
    let setup = Setup()
    setup.service.signIn.mayAnswer(.success(()), .failure(Broken()))
    setup.service.signOut.mayAnswer(.success(()))
    let store = setup.store
    await store.explore(upTo: 9) { state in
      switch state {
      case .signedOut(let signIn):
        [.signedOut(.signInTapped), .signedOut(.nameChanged(signIn.name + "M"))]
      case .signedIn:
        [.signedIn(.signOutTapped)]
      }
    } always: { _ in
      setup.check()
    }
    try await setup.settle()
  }

  @Test(.schedules(200)) func `another name cancels the sign-in`() async throws {
    let setup = Setup(.signedOut(SignIn.State(name: "Marie", isRejected: true)))
    setup.service.signIn.mayAnswer(.success(()), .failure(Broken()))
    setup.service.signOut.mayAnswer(.success(()))
    let store = setup.store
    await store.explore(upTo: 5) { state in
      switch state {
      case .signedOut:
        [
          .signedOut(.signInTapped), .signedOut(.nameChanged("")),
          .signedOut(.nameChanged(" Éva ")),
        ]
      case .signedIn:
        [.signedIn(.signOutTapped)]
      }
    } always: { state in
      setup.check()
      if case .signedOut(let signIn) = state {
        #expect(!(signIn.isSigningIn && signIn.isRejected))
        #expect(signIn.isSigningIn == (setup.companion.model.question != nil))
      }
    }
    try await setup.settle()
  }

  @Test(.schedules(200)) func `a session at the start can end`() async throws {
    let setup = Setup(.signedIn(SignedIn.State(user: User(name: "Ada"), minutes: 7)))
    setup.service.signOut.mayAnswer(.success(()))
    setup.service.signIn.mayAnswer(.success(()))
    let store = setup.store
    await store.explore(upTo: 6) { state in
      switch state {
      case .signedOut: [.signedOut(.signInTapped)]
      case .signedIn: [.signedIn(.signOutTapped)]
      }
    } always: { _ in
      setup.check()
    }
    if !setup.companion.model.isSignedOut, setup.companion.model.start == nil {
      let isSigningOut = !setup.companion.model.signOutTaps.isEmpty
      #expect(
        store.state
          == .signedIn(.init(user: User(name: "Ada"), minutes: 7, isSigningOut: isSigningOut)))
    }
    try await setup.settle()
  }

  @Test(.schedules(150)) func `quick taps sign in once`() async throws {
    let setup = Setup(.signedOut(SignIn.State(name: "Ada", isRejected: true)))
    let (store, service) = (setup.store, setup.service)
    await store.send(.signedOut(.signInTapped))
    await store.send(.signedOut(.signInTapped))
    #expect(service.signIn.calls == ["Ada"])
    #expect(store.state == .signedOut(SignIn.State(name: "Ada", isSigningIn: true)))
    await service.signIn.fail(with: Broken())
    #expect(store.state == .signedOut(SignIn.State(name: "Ada", isRejected: true)))
    await store.send(.signedOut(.nameChanged("Marie")))
    #expect(store.state == .signedOut(SignIn.State(name: "Marie")))
    await store.send(.signedOut(.signInTapped))
    #expect(service.signIn.calls == ["Ada", "Marie"])
    await service.signIn.succeed()
    #expect(store.state == .signedIn(SignedIn.State(user: User(name: "Marie"))))
    await setup.clock.advance(by: .milliseconds(59_999))
    #expect(store.state == .signedIn(SignedIn.State(user: User(name: "Marie"))))
    await setup.clock.advance(by: .milliseconds(1))
    #expect(store.state == .signedIn(SignedIn.State(user: User(name: "Marie"), minutes: 1)))
    try await setup.settle()
    #expect(store.state == .signedOut(SignIn.State()))
    #expect(service.signOut.calls.count == 1)
  }
}

/// A service that accepts every user when it answers.
struct AccountService {
  let signIn = Stub<String, Void>("AccountClient.signIn")
  let signOut = Stub<Void, Void>("AccountClient.signOut")

  var client: AccountClient {
    AccountClient(
      signIn: { [signIn] name in
        try await signIn.call(name)
        return User(name: name)
      },
      signOut: { [signOut] in try? await signOut.call() })
  }
}
