import Core

/// What a message tells of the time since the last send: what was received, what the send dropped,
/// and what is still in flight.
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

  /// The sender of an effect action.
  enum Sender {
    /// The `.run` effect at a line.
    case effect(CallSite)
    /// The `.send` that the reduction of an action returned.
    case reduction(Action)
  }

  let received: [Received]
  /// The number of received actions that came too early to match.
  var start = 0
  let dropped: [Action]
  let inFlight: [InFlightEffect]
  let lastSend: LastSend?
  /// The first action that must be asserted before the state moves on, in a store that demands it.
  let demanded: Action?
  /// Values that payloads of actions may be found in, to name a case by.
  let values: () -> [Any]
}

/// The step of a store in which an issue of the feature arose.
struct IssueOrigin<Action> {
  /// The action that was reduced, or that started the effect.
  let action: Action
  let isInEffect: Bool
  /// The sent action that led to it, if that is another one.
  let sent: Action?
  /// The line of that send.
  let callSite: CallSite?
}

/// An effect in flight: the line of its `.run`, what started it, and what it waits for if that is known.
struct InFlightEffect {
  let callSite: CallSite
  /// The action whose reduction returned the effect.
  let cause: String?
  /// Whether it follows from the latest send.
  let isOfLastSend: Bool
  let waitsFor: [String]
  /// The ids by which the feature can cancel it.
  let ids: [String]
  /// Whether it belongs to a child feature, and is cancelled with it.
  let isOfChild: Bool
  /// The ids that the feature cancelled and that no effect had.
  let missedIDs: [String]

  init(_ effect: RunningEffect, startedBy cause: String? = nil, isOfLastSend: Bool = true) {
    callSite = effect.origin.callSite
    self.cause = cause
    self.isOfLastSend = isOfLastSend
    waitsFor = effect.lane.parkings.map { $0.description() }
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
