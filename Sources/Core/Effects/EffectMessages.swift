/// The messages about failing effects.
package enum EffectMessages {
  /// An effect in a sentence: `the effect “refresh”`.
  package static func effect(named name: String?) -> String {
    name.map { "the effect “\($0)”" } ?? "the effect"
  }

  static func uncaught(_ error: any Error, inEffectNamed name: String?) -> String {
    // A case prints without its type.
    let isCase = CaseName(of: error) != nil && !((error as Any) is any CustomStringConvertible)
    let type = isCase ? "\(TypeName.of(Swift.type(of: error)))." : ""
    return """
      Expected \(effect(named: name)) to handle its errors, but it threw one that nothing catches: \(type)\("\(error)".escapingInvisibleScalars)
      Handle it with `.run { … } catch: { error, send in … }`, or catch it inside the effect.
      """
  }

  static func sentAfterDismissal(_ action: Any, byEffectNamed name: String?) -> String {
    """
    Expected \(SourceRendering.brief(action)) to be sent before the feature is dismissed, but \
    \(name.map { effect(named: $0) } ?? "this effect") had dismissed it.
    A dismissal cancels the effects of its feature, so the action was dropped.

    Send it before `await dismiss()`.
    """
  }
}
