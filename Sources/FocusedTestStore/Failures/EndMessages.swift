import Core

extension FailureMessages {
  static func unassertedAtEnd<Action>(_ actions: [Action], code: [String]) -> String {
    let count = actions.count == 1 ? "one was" : "\(grouped(actions.count)) were"
    var letter = Letter("Expected every received action to be asserted, but \(count) not:")
    letter.add(list(actions))
    letter.add("Assert \(actions.count == 1 ? "it" : "them"):", code.map { "  \($0)" }, atMost: 30)
    letter.add("Or skip what does not matter: `await store.skipReceivedActions()`.")
    return letter.text
  }

  static func stillInFlight(_ effect: InFlightEffect, waited: Duration?) -> String {
    let when = waited.map { " within \($0)" } ?? " by the end of the test"
    var letter = Letter("Expected this effect to finish\(when), but it is still in flight.")
    letter.add("In flight:", lines([effect]))
    letter.add(
      """
      To end it, \(cure(waking: [effect])), or cancel it: `await task.cancel()` with what `send` \
      returned, or `await store.skipInFlightEffects()`.
      """)
    return letter.text
  }

  static func notFinished(_ effects: [InFlightEffect], waited: Duration?) -> String {
    let when = waited.map { " within \($0)" } ?? ""
    let count = effects.count == 1 ? "one is" : "\(grouped(effects.count)) are"
    var letter = Letter("Expected all effects to finish\(when), but \(count) still in flight.")
    letter.add("In flight:", lines(effects))
    let cure = cure(waking: effects)
    letter.add(
      """
      \(cure.prefix(1).uppercased())\(cure.dropFirst()) before this line, or remove it: a test in \
      `.off` may end with effects in flight.
      """)
    return letter.text
  }

  static func noReceivedActionsToSkip() -> String {
    """
    Expected received actions to skip, but there are none.
    Remove this line, or pass `strict: false`.
    """
  }

  static func noEffectsToSkip() -> String {
    """
    Expected effects in flight to skip, but there are none.
    Remove this line, or pass `strict: false`.
    """
  }

  static func neverRests<Action>(
    limit: Int, effects: [CallSite], lastActions: [Action]
  ) -> String {
    var letter = Letter(
      """
      Expected the effects to come to rest, but they did not within \(grouped(limit)) jobs, and were \
      stopped.
      """)
    letter.add(
      "Still running:",
      collapsed(effects.prefix(8).map { "  the effect at \($0)" }, of: effects.count))
    letter.add("Reduced last:", loop(lastActions.map { "  \(name($0))" }))
    letter.add(
      "Break the loop, or raise `store.jobLimit` if the feature really does that much at once.")
    return letter.text
  }

  /// The shortest sequence that the last actions repeat, or else the last few.
  private static func loop(_ names: [String]) -> [String] {
    for length in 1...8 where names.count >= length * 3 {
      let cycle = names.suffix(length)
      let repeats = names.suffix(length * 3).enumerated().allSatisfy { offset, name in
        name == cycle[cycle.startIndex + offset % length]
      }
      guard repeats else { continue }
      return cycle + ["  … again and again"]
    }
    return names.suffix(6)
  }

}
