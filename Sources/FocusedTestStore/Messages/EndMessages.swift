import Core

extension FailureMessages {
  /// - Parameter next: The action that is sent next, if there is one.
  static func unasserted<Action>(
    _ actions: [Action], before next: Action?, code: [String], on store: String
  ) -> String {
    let count = actions.count == 1 ? "one was" : "\(grouped(actions.count)) were"
    let deadline = next.map { " before \(name($0)) is sent" } ?? ""
    var message = MessageBuilder(
      "Expected every received action to be asserted\(deadline), but \(count) not:")
    message.add(list(actions))
    message.add(
      "Assert \(actions.count == 1 ? "it" : "them")\(next == nil ? "" : " before this line"):",
      indented(code), atMost: 30)
    message.add("Or skip all received actions: `await \(store).skipReceivedActions()`.")
    return message.text
  }

  /// - Parameter store: The name of the store at the end of a test. `nil` for a call that waits for the effects.
  static func stillInFlight<Action>(
    _ effects: [InFlightEffect], in activity: RecentActivity<Action>, waited: String?,
    on store: String?
  ) -> String {
    let when = waited.map { " \($0)" } ?? (store == nil ? "" : " by the end of the test")
    let count = effects.count == 1 ? "one is" : "\(grouped(effects.count)) are"
    var message = MessageBuilder(
      "Expected all effects to finish\(when), but \(count) still in flight.")
    message.add("In flight:", lines(effects))
    // Tasks that effects started with `Task {}` can outlive them.
    let areTasks = effects.allSatisfy(\.hasEnded)
    let end = cure(waking: effects) ?? "override the dependency that it waits for"
    let byItself = """
      If \(areTasks ? "the task" : "an effect") should end by itself: \(end)\(store == nil ? " before this line" : "").
      """
    // A send after the start is likely meant to cancel the effect, because advancing a clock doesn't end a
    // timer.
    let isStop =
      activity.lastSent != nil && !areTasks && !effects.contains { $0.isOfLastSend || $0.isOfChild }
    let cancellation =
      areTasks
      ? """
      If the feature should cancel it: do its work in the effect itself, with `.cancellable(id:)`, instead of in \
      `Task {}`.
      """ : cancellation(of: effects, byLastSend: isStop, in: activity)
    let skip = store.map { store in
      """
      If an effect may outlive the test: `await task.cancel()` with the task that `send` returned, or \
      `await \(store).skipInFlightEffects()`.
      """
    }
    let cures = isStop ? [cancellation, byItself, skip] : [byItself, cancellation, skip]
    message.add(cures.compactMap(\.self).joined(separator: "\n"))
    return message.text
  }

  /// The cause to check if the test's latest action, or the feature, should have cancelled effects in flight.
  static func cancellation<Action>(
    of effects: [InFlightEffect], byLastSend isStop: Bool, in activity: RecentActivity<Action>
  ) -> String {
    let cancelledElsewhere = effects.lazy.compactMap {
      cancelledByOtherFeature($0.origin, under: $0.cancelIDs, in: activity)
    }
    let ids = effects.flatMap(\.ids).withoutRepetitions(of: \.self)
    let isOfChild = effects.contains(where: \.isOfChild)
    let reason =
      if let other = cancelledElsewhere.first {
        other
      } else if !ids.isEmpty {
        """
        it was cancelled nowhere\(isOfChild ? ", and its child feature is still there" : ""). Is \
        `.cancel(id: \(ids.prefix(3).joined(separator: ", ")))` in the reducer, and are the ids equal?
        """
      } else if isOfChild {
        "its child feature is still there. Removing it cancels its effects."
      } else {
        "it has no id. Is `.cancellable(id:)` on the effect, and `.cancel(id:)` in the reducer?"
      }
    let missed = effects.first?.missedIDs ?? []
    let other =
      missed.isEmpty
      ? ""
      : " The cancelled ID is \(missed.joined(separator: ", ")), which no effect in flight had."
    let sent = isStop ? activity.lastSent : nil
    let canceller = sent.map { "\(name($0)) should have cancelled" } ?? "the feature should cancel"
    return "If \(canceller) an effect: \(reason)\(other)"
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
