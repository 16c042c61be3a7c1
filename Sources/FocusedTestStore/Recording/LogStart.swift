import Core

/// What came before the received actions that can be asserted. What was received before it has been
/// dropped.
package enum LogStart: Sendable {
  /// The last send, or the creation of the store.
  case send
  /// A `finish` that reported what was not asserted.
  case finish(CallSite)
  case skipReceivedActions(CallSite)
  /// The way back to an exhaustivity that checks received actions.
  case exhaustivity
  /// The end of an earlier test that used the store.
  case endOfTest
}

/// A received action that was not asserted in time.
package struct DroppedAction<Action> {
  package let action: Action
  /// What ended the time to assert it.
  package let start: LogStart
}
