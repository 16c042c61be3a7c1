import Core

/// The facts of a message since the last send: the received and dropped actions, and the effects in
/// flight.
struct Timeline<Action> {
  /// The latest action that the test sent.
  struct LastSend {
    let action: Action
    let hasStartedEffects: Bool
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

  /// The steps up to now, and their actions.
  let journal: Journal
  let actions: [Action]
  /// The first step that can be what is expected.
  var start = 0
  let inFlight: [InFlightEffect]
  /// The effects that ended since the last send.
  let ended: [Ended]
  /// The first action that must be asserted before the state moves on, in a store that demands it.
  let demanded: Action?
  /// Values that payloads of actions may be found in, to name a case by.
  let values: () -> [Any]

  var received: [Step<Action>] { journal.received.map { self[$0] } }

  subscript(step: Int) -> Step<Action> {
    Step(action: actions[step], record: journal.records[step])
  }

  var lastSend: LastSend? {
    journal.lastSent.map {
      LastSend(
        action: actions[$0], hasStartedEffects: journal.hasLastSendStartedEffects)
    }
  }
}
