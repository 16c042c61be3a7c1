import Core

/// The dismissal of a root feature, which ends the store's effects.
///
/// It is created before the runtime, because the runtime's dependencies refer to it.
final class Dismissal: Sendable {
  private let handler = Lock<RuntimeConfined<(EffectOrigin) -> Void>?>(nil)

  /// Sets the runtime to dismiss, without keeping it alive.
  func dismisses<State, Action>(_ runtime: EffectRuntime<State, Action>) {
    let handler = RuntimeConfined { [weak runtime] (effect: EffectOrigin) in
      if let runtime { runtime.dismiss(by: effect) }
    }
    self.handler.withLock { $0 = handler }
  }

  /// Dismisses the feature if an effect of its calls; does nothing elsewhere.
  nonisolated(nonsending) func dismiss() async {
    guard let effect = RunningEffect.current, let handler = handler.withLock({ $0 }) else {
      return
    }
    effect.willDismiss()
    await effect.lane.perform { _ in handler.value(effect.origin) }
  }
}
