/// What is said of effects that go wrong.
enum EffectMessages {
  static func uncaught(_ error: any Error) -> String {
    """
    Expected the effect to handle its errors, but it threw one that nothing catches: \(error)
    Handle it with `.run { … } catch: { error, send in … }`, or catch it inside of the effect.
    """
  }

  static func sentAfterDismissal(_ action: Any) -> String {
    """
    Expected \(Spelling.brief(action)) to be sent before the feature is dismissed, but this \
    effect had dismissed it.
    A dismissal cancels the effects of its feature, so the action was dropped.

    Send it before `await dismiss()`.
    """
  }

  static func earlierState(_ type: Any.Type, age: Int) -> String {
    """
    Expected to read the state before this action in a reducer, but the store does not keep one where a \
    collection in it has more than \(EarlierState.largest) elements, or a text \(EarlierState.largestText) bytes.
    The \(Spelling.shortName(type)) of \(age == 1 ? "the action" : "\(age) actions") before was read. From now on \
    the store keeps it for each action, which copies the collections that the action changes.

    Read the store in an effect instead, or pass on what the reducer has at hand.
    """
  }
}
