/// What is said of effects that go wrong.
enum EffectMessages {
  static func uncaught(_ error: any Error) -> String {
    """
    Expected the effect to handle its errors, but it threw one that nothing catches: \(error)
    Handle it with `.run { … } catch: { error, send in … }`, or catch it inside of the effect.
    """
  }
}
