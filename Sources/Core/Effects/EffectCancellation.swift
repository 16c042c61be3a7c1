/// The cause that cancelled an effect, if not the test.
package struct EffectCancellation: Sendable {
  package enum Cause: Sendable {
    /// The step whose reduction cancelled the effect.
    case step(Int)
    /// The work of another effect, or of the same one.
    case effect(EffectOrigin)
    /// The dismissal of the root feature.
    case dismissal
  }

  package let cause: Cause
  /// The ID that cancelled it; `nil` for a dismissal.
  package let id: CancelID?
}

/// An effect whose work is over.
package struct EndedEffect: Sendable {
  package let origin: EffectOrigin
  let cancelIDs: [CancelID]
  package let isCancelled: Bool
  package let hasCalledUnimplementedEndpoint: Bool
  /// The cause that cancelled it, if not the test.
  package let cancellation: EffectCancellation?
  /// The number of steps that had been taken by then.
  package let stepCount: Int

  init(_ effect: RunningEffect, stepCount: Int) {
    origin = effect.origin
    cancelIDs = effect.cancelIDs
    isCancelled = effect.isCancelled
    hasCalledUnimplementedEndpoint = effect.hasCalledUnimplementedEndpoint
    cancellation = effect.cancellation
    self.stepCount = stepCount
  }
}
