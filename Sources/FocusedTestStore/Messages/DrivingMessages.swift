import Core

extension FailureMessages {
  /// The message about a call of the store, of its clock, or of a stub, by code that the store itself runs.
  static func drivenFromInside(_ call: String, by effect: EffectOrigin?) -> String {
    let culprit = effect.map { "an effect of the store did: \(place(of: $0))" }
    let cure =
      effect == nil
      ? "A reducer returns effects, and an assert closure only states the expectation."
      : "An effect sends actions with the `send` that it is given, and the test drives the store, its clocks, and its stubs."
    return """
      Expected only the test to call `\(call)`, but \(culprit ?? "its own reducer or an assert closure did").
      The call did nothing. \(cure)
      """
  }

  /// The message about a call during another call, or while another task uses a clock, a stub, or a task's handle.
  static func drivenTwice(
    _ call: String, during other: (method: String, callSite: CallSite)?
  ) -> String {
    let meanwhile =
      other.map { "`\($0.method)` at \($0.callSite) had not returned" }
      ?? "another task ran the effects, for example by `advance`"
    return """
      Expected one call at a time, but `\(call)` was called while \(meanwhile).
      The call did nothing. Await each call before the next one: a single task drives a store.
      """
  }

  /// The watchdog's text about a job that doesn't suspend.
  static func neverSuspends(_ effect: EffectOrigin, seconds: Int) -> String {
    """
    FocusedTestStore: \(place(of: effect)) has run for more than \(seconds) seconds without \
    suspending.
    It cannot be stopped. A loop such as `while await !cache.isReady {}` needs an \
    `await Task.yield()` in its body.
    """
  }

  /// An effect in a sentence: `the effect at Profile.swift:12`.
  package static func place(of effect: EffectOrigin) -> String {
    "\(EffectMessages.effect(named: effect.name)) at \(effect.callSite)"
  }
}
