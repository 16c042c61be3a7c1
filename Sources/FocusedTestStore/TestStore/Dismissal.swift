import Core

/// What `\.dismiss` does in a root feature: it ends the store's effects.
///
/// Made before the runtime, because the runtime's dependencies refer to it.
final class Dismissal: Sendable {
  private let handler = Lock<RuntimeConfined<() -> Void>?>(nil)

  /// Has a runtime be dismissed, without keeping it alive.
  func dismisses<State, Action>(_ runtime: EffectRuntime<State, Action>) {
    let handler = RuntimeConfined { [weak runtime] in
      if let runtime { runtime.dismiss() }
    }
    self.handler.withLock { $0 = handler }
  }

  /// Called by the feature's effects; does nothing outside of one.
  nonisolated(nonsending) func dismiss() async {
    guard let effect = RunningEffect.current, let handler = handler.withLock({ $0 }) else {
      return
    }
    effect.willDismiss()
    await effect.lane.perform { _ in handler.value() }
  }
}
