import Core

/// What a message tells of the time since the last send: what was received, what was dropped, and what
/// is still in flight.
struct Timeline<Action> {
  struct Received {
    let action: Action
    let isAsserted: Bool
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
    /// A `.run` effect.
    case effect(EffectOrigin)
    /// The `.send` that the reduction of an action returned.
    case reduction(Action)
  }

  /// An effect whose work is over.
  struct Ended {
    enum Canceller {
      case step(Action)
      case effect(EffectOrigin)
      case dismissal
    }

    let origin: EffectOrigin
    /// The action whose reduction returned the effect.
    let cause: Action
    let isCancelled: Bool
    let canceller: Canceller?
    /// The ID that cancelled it, if the feature chose it.
    let cancelID: String?
  }

  let received: [Received]
  /// How many of the received actions came before what is looked for could count.
  var start = 0
  /// What the received actions came after, and what was dropped by that or by what came before it.
  let logStart: LogStart
  let dropped: [DroppedAction<Action>]
  let inFlight: [InFlightEffect]
  /// The effects that ended since the last send.
  let ended: [Ended]
  let lastSend: LastSend?
  /// The first action that must be asserted before the state moves on, in a store that demands it.
  let demanded: Action?
  /// Values that payloads of actions may be found in, to name a case by.
  let values: () -> [Any]
}
