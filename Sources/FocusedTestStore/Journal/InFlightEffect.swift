import Core

/// An effect in flight: its `.run`, the action that started it, and the event that it waits for, if
/// known.
struct InFlightEffect {
  let origin: EffectOrigin
  /// The action whose reduction returned the effect.
  let cause: String?
  /// Whether the latest send caused it.
  let isOfLastSend: Bool
  /// The events that its tasks wait for and that only the test can cause.
  let waits: [Parking]
  /// The ids by which the feature can cancel it.
  let ids: [String]
  /// Whether it belongs to a child feature, with which it goes.
  let isOfChild: Bool
  /// The ids that the feature cancelled and that no effect in flight had, and the effects that had them before.
  let missedIDs: [(id: String, ended: EffectOrigin?)]
  /// Whether the effect's own work has ended, and tasks that it started have not.
  let hasEnded: Bool
  /// The number of tasks that the effect started and that wait for something outside of the store.
  let runningTasks: Int

  /// Whether the test knows something that the effect waits for.
  var isParked: Bool { !waits.isEmpty }
  /// Whether the effect may go on without the test.
  var waitsOutside: Bool { !isParked || runningTasks > 0 }

  init(_ effect: RunningEffect, startedBy cause: String? = nil, isOfLastSend: Bool = true) {
    origin = effect.origin
    self.cause = cause
    self.isOfLastSend = isOfLastSend
    waits = effect.lane.parkings
    ids = Self.names(of: effect.cancelIDs)
    isOfChild = effect.isOfChild
    missedIDs = effect.cancellations.misses.compactMap { miss in
      Self.name(of: miss.id).map { ($0, miss.ended) }
    }
    hasEnded = (effect.lane as? ExecutorLane)?.endedEffect != nil
    runningTasks = effect.lane.runningTasks
  }

  private static func names(of ids: [CancelID]) -> [String] {
    ids.compactMap(name).withoutRepetitions
  }

  /// The name of an ID that the feature chose.
  static func name(of id: CancelID) -> String? { id.chosen.map { ActionName.spelled(id: $0) } }
}
