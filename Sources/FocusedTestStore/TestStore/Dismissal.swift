import Core

extension EffectScheduler {
  /// Dismisses the root feature, which ends the store's effects, if an effect of its calls; does nothing
  /// elsewhere.
  nonisolated(nonsending) func dismissRoot() async {
    guard let effect = RunningEffect.current, let client = shared.withLock({ $0.life.client })
    else { return }
    effect.willDismiss()
    await effect.lane.perform(
      isLast: false, ConfinedWork { _ in client.value.runtime?.dismiss(by: effect.origin) })
  }
}
