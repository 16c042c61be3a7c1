import Core

/// An effect in flight: its `.run`, what started it, and what it waits for where that is
/// known.
struct InFlightEffect {
  let origin: EffectOrigin
  /// The action whose reduction returned the effect.
  let cause: String?
  /// Whether it goes back to the latest send.
  let isOfLastSend: Bool
  /// What its tasks wait for and only the test can bring about.
  let waits: [Parking]
  /// The ids by which the feature can cancel it.
  let ids: [String]
  /// Whether it belongs to a child feature, with which it goes.
  let isOfChild: Bool
  /// The ids that the feature cancelled and that no effect had.
  let missedIDs: [String]

  /// Whether the test knows what the effect waits for.
  var isParked: Bool { !waits.isEmpty }

  init(_ effect: RunningEffect, startedBy cause: String? = nil, isOfLastSend: Bool = true) {
    origin = effect.origin
    self.cause = cause
    self.isOfLastSend = isOfLastSend
    waits = effect.lane.parkings
    ids = Self.names(of: effect.cancelIDs)
    isOfChild = effect.isOfChild
    missedIDs = Self.names(of: effect.cancellations.missed)
  }

  private static func names(of ids: [CancelID]) -> [String] {
    ids.compactMap(\.chosen).map { ActionName.spelled(id: $0) }.withoutRepetitions
  }
}
