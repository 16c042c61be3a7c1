import Core

/// What was going on in a store when something in the feature went wrong.
struct IssueOrigin<Action> {
  /// The action that was reduced, or that started the effect.
  let action: Action
  let isInEffect: Bool
  /// The action that the test sent and that led to it, if that is another one.
  let sent: Action?
  /// The line of that send.
  let callSite: CallSite?
}
