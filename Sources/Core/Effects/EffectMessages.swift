/// The messages about failing effects.
enum EffectMessages {
  static func uncaught(_ error: any Error) -> String {
    // A case prints without its type.
    let isCase = CaseName(of: error) != nil && !((error as Any) is any CustomStringConvertible)
    let type = isCase ? "\(TypeName.of(Swift.type(of: error)))." : ""
    return """
      Expected the effect to handle its errors, but it threw one that nothing catches: \(type)\(error)
      Handle it with `.run { … } catch: { error, send in … }`, or catch it inside the effect.
      """
  }

  static func sentAfterDismissal(_ action: Any) -> String {
    """
    Expected \(SourceRendering.brief(action)) to be sent before the feature is dismissed, but this \
    effect had dismissed it.
    A dismissal cancels the effects of its feature, so the action was dropped.

    Send it before `await dismiss()`.
    """
  }
}
