import Core

/// A call that a test makes by a part of a store, as messages tell of it.
struct PartCall<Action> {
  /// Why the part is not there.
  enum Absence {
    /// Its case path cannot be followed, for this reason.
    case unreadable(String)
    case sinceScope(CallSite)
    /// The step that the call is about removed it.
    case sinceThisStep
    /// An earlier step did, whose action was sent or received at a line.
    ///
    /// `followsReceived`: whether other actions were received between the latest send and that step.
    case since(Action, isSent: Bool, at: CallSite?, followsReceived: Bool)
    case unknown
  }

  /// What messages call the part.
  let name: String
  /// What the test calls the store.
  let store: String
  let absence: Absence
  /// The call as code, with a closure of the part.
  let code: (Action, _ isSent: Bool, _ assigning: [AssertionCode.Statement]) -> [String]?

  init<State>(
    _ part: any StorePart<State, Action>, at callSite: CallSite, absence: Absence
  ) {
    // The variable is not on the line of `scope` if the call is split.
    name = CallLine(at: callSite)?.receiver ?? part.name
    store = part.source.store
    self.absence = absence
    code = { action, isSent, statements in
      part.call(
        action, isSent: isSent, on: part.source.receiver(at: callSite), assigning: statements)
    }
  }
}
