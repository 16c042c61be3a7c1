import Core

/// What a message tells of the time since the last send: what was received, what was dropped, and what
/// is still in flight.
struct Timeline<Action> {
  struct Received {
    let action: Action
    let isAsserted: Bool
    /// The line that asserted it.
    let assertedAt: CallSite?
    let sender: Sender
  }

  /// The latest action that the test sent.
  struct LastSend {
    let action: Action
    let hasStartedEffects: Bool
  }

  /// What an effect action came from.
  enum Sender {
    /// The `.run` effect at a line.
    case effect(CallSite)
    /// The `.send` that the reduction of an action returned.
    case reduction(Action)
  }

  let received: [Received]
  /// How many of the received actions came before what is looked for could count.
  var start = 0
  /// What the received actions came after, and what was dropped by that or by what came before it.
  let logStart: LogStart
  let dropped: [DroppedAction<Action>]
  let inFlight: [InFlightEffect]
  let lastSend: LastSend?
  /// The first action that must be asserted before the state moves on, in a store that demands it.
  let demanded: Action?
  /// Values that payloads of actions may be found in, to name a case by.
  let values: () -> [Any]
}

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

/// An effect in flight: the line of its `.run`, what started it, and what it waits for where that is
/// known.
struct InFlightEffect {
  let callSite: CallSite
  /// The action whose reduction returned the effect.
  let cause: String?
  /// Whether it goes back to the latest send.
  let isOfLastSend: Bool
  let waits: [Wait]
  /// The ids by which the feature can cancel it.
  let ids: [String]
  /// Whether it belongs to a child feature, with which it goes.
  let isOfChild: Bool
  /// The ids that the feature cancelled and that no effect had.
  let missedIDs: [String]

  /// Something that a task of the effect waits for and only the test can bring about.
  struct Wait {
    let cause: Parking.Cause
    let description: String
  }

  /// Whether the test knows what the effect waits for.
  var isParked: Bool { !waits.isEmpty }

  init(_ effect: RunningEffect, startedBy cause: String? = nil, isOfLastSend: Bool = true) {
    callSite = effect.origin.callSite
    self.cause = cause
    self.isOfLastSend = isOfLastSend
    waits = effect.lane.parkings.map { Wait(cause: $0.cause, description: $0.description()) }
    ids = Self.names(of: effect.cancelIDs)
    isOfChild = effect.isOfChild
    missedIDs = Self.names(of: effect.cancellations.missed)
  }

  private static func names(of ids: [CancelID]) -> [String] {
    var names: [String] = []
    for case let id? in ids.map(\.chosen) {
      let name = FailureMessages.name(ofID: id)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}
