import Core

/// The facts about the time since the last send, for messages: the received actions, the dropped actions, and the
/// effects in flight.
struct RecentActivity<Action> {
  /// The steps up to now, and their actions.
  let journal: Journal
  let steps: [Step<Action>]
  /// The first step that can match the expectation.
  var firstCandidate = 0
  let inFlight: [InFlightEffect]
  /// The effects that ended since the last send.
  let ended: [EndedEffect]
  /// The effects that were cancelled before the last send, and whose `.run` has not started again since.
  let cancelledBefore: [EndedEffect]
  /// The latest cancellations by features.
  let attempts: [CancellationRegistry.Attempt]
  /// The first action that must be asserted next, in a store in which every received action must be asserted.
  let demanded: Action?

  /// The event since which received actions can be asserted.
  var beginning: String {
    journal.startsAtSend ? "the last send" : "the last skip of received actions"
  }

  /// The effects that were cancelled before or since the last send.
  var cancelled: [EndedEffect] { cancelledBefore + ended.filter(\.isCancelled) }

  var received: ArraySlice<Step<Action>> { steps[journal.received] }

  /// The latest action that the test sent.
  var lastSent: Action? { journal.lastSent.map { steps[$0].action } }
}

/// An effect in flight: its `.run`, the step that started it, and the known events that it waits for.
struct InFlightEffect {
  let effect: RunningEffect
  /// The action whose reduction returned the effect.
  var cause: String?
  /// Whether the effect follows from the latest send.
  var isOfLastSend = true

  var origin: EffectOrigin { effect.origin }
  /// The events that its tasks wait for, and that only the test can cause.
  var waits: [Parking] { effect.executor.parkings }
  /// The IDs by which the feature can cancel it.
  var ids: [String] { cancelIDs.compactMap(Self.name).withoutRepetitions(of: \.self) }
  /// The IDs by which the effect, or a part of it, can be cancelled.
  var cancelIDs: [CancelID] { effect.cancelIDs + effect.cancellations.ids(ofPartsOf: effect) }
  /// Whether the effect belongs to a child feature, and is cancelled when the child is removed.
  var isOfChild: Bool { effect.isOfChild }
  /// The IDs that a feature cancelled although no effect had them. Equal IDs of other features are left out.
  var missedIDs: [String] {
    effect.cancellations.attempts.filter { attempt in
      !attempt.hasFound && !cancelIDs.contains { $0.hasEqualChoice(as: attempt.id) }
    }
    .compactMap { Self.name(of: $0.id) }.withoutRepetitions(of: \.self)
  }
  /// Whether the effect's own work has ended, but not all tasks that it started.
  var hasEnded: Bool { effect.executor.endedEffect != nil }
  /// The number of tasks of the effect that wait for external work.
  var runningTasks: Int { effect.executor.runningTasks }

  /// Whether the effect is known to wait for the test.
  var isParked: Bool { !waits.isEmpty }
  /// Whether the effect may continue without the test.
  var waitsForExternalWork: Bool { !isParked || runningTasks > 0 }

  /// An ID that the feature chose, in source code: `CancelID.load`.
  static func name(of id: CancelID) -> String? {
    id.chosen.map { id in
      let literal = SourceLiteral(id)
      guard literal.isComplete else { return String(dumpingOnOneLine: id) }
      return literal.text.hasPrefix(".") ? TypeName.of(type(of: id)) + literal.text : literal.text
    }
  }
}
