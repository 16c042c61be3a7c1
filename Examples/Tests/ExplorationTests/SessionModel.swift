import FocusedTestStore
import SignIn
import Testing

/// One sign-in at a time, with the name at the time of the tap. Minutes are counted from the sign-in until the session
/// ends.
struct SessionModel: Model {
  var state: Session.State
  /// The tap of the pending sign-in, and its name.
  private(set) var question: (step: Int, name: String)?
  /// The step that started counting minutes, and its time.
  private(set) var start: (step: Int, time: Duration)?
  /// The step after which counting minutes must start.
  private(set) var signedIn: Int?
  private(set) var signOutTaps: Set<Int> = []
  private(set) var names: [String] = []
  private(set) var signOutCount = 0
  private(set) var endCount = 0

  init(_ state: Session.State = .signedOut(SignIn.State())) {
    self.state = state
  }

  func expect(_ state: Session.State, at sourceLocation: SourceLocation) {
    #expect(state == self.state, sourceLocation: sourceLocation)
  }

  mutating func follow(_ action: Session.Action, at moment: Moment) {
    if let signedIn { #expect(moment.step == signedIn + 1 && moment.cause == signedIn) }
    switch (action, state) {
    case (.signedOut(let action), .signedOut(var signIn)):
      follow(action, &signIn, at: moment)
    case (.signedIn(let action), .signedIn(var session)):
      follow(action, &session, at: moment)
    default:
      Issue.record("an action of what is not shown")
    }
  }

  private mutating func follow(
    _ action: SignIn.Action, _ signIn: inout SignIn.State, at moment: Moment
  ) {
    switch action {
    case .nameChanged(let name):
      #expect(moment.cause == nil)
      signIn = SignIn.State(name: name)
      question = nil
    case .signInTapped:
      #expect(moment.cause == nil)
      if !signIn.isSigningIn {
        question = (moment.step, signIn.name)
        names.append(signIn.name)
      }
      signIn.isSigningIn = true
      signIn.isRejected = signIn.isRejected && question?.step != moment.step
    case .rejected:
      #expect(question != nil && moment.cause == question?.step)
      question = nil
      signIn.isSigningIn = false
      signIn.isRejected = true
    case .delegate(.signedIn(let user)):
      #expect(question != nil && moment.cause == question?.step)
      #expect(user.name == question?.name)
      question = nil
      signedIn = moment.step
      state = .signedIn(SignedIn.State(user: user))
      return
    }
    state = .signedOut(signIn)
  }

  private mutating func follow(
    _ action: SignedIn.Action, _ session: inout SignedIn.State, at moment: Moment
  ) {
    switch action {
    case .appeared:
      #expect(signedIn != nil)
      signedIn = nil
      start = (moment.step, moment.time)
    case .minutePassed:
      session.minutes += 1
      #expect(start != nil && moment.cause == start?.step)
      #expect(moment.time == start.map { $0.time + .seconds(60 * session.minutes) })
    case .signOutTapped:
      #expect(moment.cause == nil)
      guard !session.isSigningOut else { return }
      session.isSigningOut = true
      signOutTaps.insert(moment.step)
      signOutCount += 1
    case .delegate(.signedOut):
      #expect(moment.cause.map(signOutTaps.contains) == true)
      signOutTaps = []
      endCount += 1
      start = nil
      state = .signedOut(SignIn.State())
      return
    }
    state = .signedIn(session)
  }

  var isSignedOut: Bool { if case .signedOut = state { true } else { false } }

  /// Asserts the requests, the pending calls, and the next deadline.
  func expectCalls(_ service: AccountService, at time: Duration) {
    #expect(signedIn == nil)
    #expect(service.signIn.calls.isSubsequence(of: names))
    #expect(service.signIn.pendingCalls.isEmpty || service.signIn.pendingCalls == [question?.name])
    #expect((endCount...signOutCount).contains(service.signOut.calls.count))
    #expect(service.signOut.pendingCalls.count <= signOutTaps.count)
    if case .signedIn(let session) = state, let start {
      #expect(time <= start.time + .seconds(60 * (session.minutes + 1)))
    }
  }
}
