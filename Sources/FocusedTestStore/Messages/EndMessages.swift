import Core

extension FailureMessages {
  static func unassertedAtEnd<Action>(
    _ actions: [Action], code: [String], on store: String
  ) -> String {
    let count = actions.count == 1 ? "one was" : "\(grouped(actions.count)) were"
    var message = MessageBuilder("Expected every received action to be asserted, but \(count) not:")
    message.add(list(actions))
    message.add(
      "Assert \(actions.count == 1 ? "it" : "them"):", indented(code), atMost: 30)
    message.add("Or skip all received actions: `await \(store).skipReceivedActions()`.")
    return message.text
  }

  /// - Parameters:
  ///   - lastSend: The name of the latest action that the test sent.
  ///   - store: The name of the store at the end of a test. `nil` for a call that waits for the effects.
  static func stillInFlight(
    _ effects: [InFlightEffect], waited: String?, lastSend: String?, on store: String?
  ) -> String {
    let when = waited.map { " \($0)" } ?? (store == nil ? "" : " by the end of the test")
    let isOne = effects.count == 1
    let these = isOne ? "this effect" : "these \(grouped(effects.count)) effects"
    let are = isOne ? "it is" : "they are"
    var message = MessageBuilder(
      "Expected \(these) to finish\(when), but \(are) still in flight.")
    message.add("In flight:", lines(effects))
    let why = whyInFlight(
      effects, place: store == nil ? " before this line" : "", lastSend: lastSend)
    let skip = store.map { store in
      """

      If \(isOne ? "it" : "they") may outlive the test: `await task.cancel()` with the task that `send` returned, or \
      `await \(store).skipInFlightEffects()`.
      """
    }
    message.add(why + (skip ?? ""))
    return message.text
  }

  /// The possible reasons why effects have not ended, each with its cure.
  private static func whyInFlight(
    _ effects: [InFlightEffect], place: String, lastSend: String?
  ) -> String {
    let isOne = effects.count == 1
    let (they, them) = isOne ? ("it", "it") : ("they", "them")
    // Tasks that effects started with `Task {}` can outlive them.
    let areTasks = effects.allSatisfy(\.hasEnded)
    let waiter = areTasks ? "the task waits" : isOne ? "it waits" : "they wait"
    let end = cure(waking: effects) ?? "override the dependency that \(waiter) for"
    if areTasks {
      return """
        If the task should end by itself: \(end)\(place).
        If the feature should cancel it: do its work in the effect itself, with `.cancellable(id:)`, instead of in \
        `Task {}`.
        """
    }
    let ids = effects.flatMap(\.ids).withoutRepetitions
    let isOfChild = effects.contains(where: \.isOfChild)
    let child = "\(isOne ? "its" : "their") child feature is still there"
    let nowhere =
      switch (ids.isEmpty, isOfChild) {
      case (true, true): "\(child). Removing it cancels its effects."
      case (true, false):
        """
        \(isOne ? "it has" : "they have") no id. Is `.cancellable(id:)` on the effect, and \
        `.cancel(id:)` in the reducer?
        """
      case (false, _):
        cancelledByOtherFeature(effects)
          ?? """
          \(isOne ? "it was" : "they were") cancelled nowhere\(isOfChild ? ", and \(child)" : ""). Is \
          `.cancel(id: \(ids.prefix(3).joined(separator: ", ")))` in the reducer, and are the ids equal?
          """
      }
    let other = missedCancellations(of: effects)
    let byItself = "If \(they) should end by \(isOne ? "itself" : "themselves"): \(end)\(place)."
    // A send after the start is likely meant to cancel the effect, because advancing a clock doesn't end a
    // timer.
    guard let lastSend, !effects.contains(where: \.isOfLastSend), !isOfChild else {
      return "\(byItself)\nIf the feature should cancel \(them): \(nowhere)\(other)"
    }
    return "If \(lastSend) should have cancelled \(them): \(nowhere)\(other)\n\(byItself)"
  }

  /// The cancelled IDs that no effect had.
  private static func missedCancellations(of effects: [InFlightEffect]) -> String {
    let missed = effects.first?.missedIDs ?? []
    if missed.isEmpty { return "" }
    return " The cancelled ID is \(missed.joined(separator: ", ")), which no effect in flight had."
  }

  static let noReceivedActionsToSkip = nothingToSkip("received actions", "have been received")
  static let noEffectsToSkip = nothingToSkip("effects in flight", "have started them")

  private static func nothingToSkip(_ skipped: String, _ origin: String) -> String {
    """
    Expected \(skipped) to skip, but there are none.
    Find the action that should \(origin). To allow that, pass `strict: false`.
    """
  }

  static func neverRests<Action>(
    limit: Int, effects: [EffectOrigin], lastActions: [Action]
  ) -> String {
    var message = MessageBuilder(
      """
      Expected the effects to become idle, but they did not within \(grouped(limit)) jobs, and were \
      stopped.
      """)
    message.add("Still running:", lines(running: effects))
    message.add("Reduced last:", lastActions.map { "  \(name($0))" })
    message.add(
      "Break the loop, or raise `store.jobLimit` if the feature really does that much at once.")
    return message.text
  }
}
