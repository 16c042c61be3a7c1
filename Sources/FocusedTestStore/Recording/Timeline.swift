import Core

/// What a message tells of the time since the last send: what was received, what the send dropped,
/// and what is still in flight.
struct Timeline<Action> {
  struct Received {
    let action: Action
    let isAsserted: Bool
    /// The line that asserted it.
    let assertedAt: CallSite?
    /// The line of the effect that sent it; nil for a `.send` effect.
    let effect: CallSite?
  }

  let received: [Received]
  /// How many of the received actions came before what is looked for could count.
  var start = 0
  let dropped: [Action]
  let inFlight: [InFlightEffect]
}

/// What was going on in a store when something in the feature went wrong.
struct Circumstance<Action> {
  /// The action that was reduced, or that started the effect.
  let action: Action
  let isInEffect: Bool
  /// The action that the test sent and that led to it, if that is another one.
  let sent: Action?
  /// The line of that send.
  let callSite: CallSite?
}

/// An effect in flight: the line of its `.run`, what started it, and what it waits for where that is
/// known.
struct InFlightEffect {
  let callSite: CallSite
  /// The action whose reduction returned the effect.
  let cause: String?
  let waitsFor: [String]

  init(_ effect: RunningEffect, startedBy cause: String? = nil) {
    callSite = effect.origin.callSite
    self.cause = cause
    waitsFor = (effect.lane as? ExecutorLane)?.parkings.map { $0.description() } ?? []
  }
}
