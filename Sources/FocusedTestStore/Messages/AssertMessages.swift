import Core

extension FailureMessages {
  /// The message of a failed `assert`: the difference, the received actions, and the effects in
  /// flight.
  static func assertion<Action>(_ difference: String, in activity: RecentActivity<Action>) -> String
  {
    var message = MessageBuilder(difference)
    add(activity, to: &message)
    message.add(advice(in: activity))
    return message.text
  }

  private static func advice<Action>(in activity: RecentActivity<Action>) -> String {
    if let demanded = activity.demanded {
      return """
        In `.on`, the state advances as received actions are asserted: receive \(name(demanded)) \
        before this line.
        """
    }
    let advance = cure(waking: activity.inFlight).map {
      "If an effect in flight should make the change: \($0) before this line."
    }
    let wait =
      !activity.inFlight.contains(where: \.waitsForExternalWork)
      ? nil
      : """
      `assert` does not wait for external work. Call `receive`, `finish`, or `settle` before this line.
      """
    let notCancelled =
      activity.received.last?.effect.flatMap { missedCancellation(of: $0, in: activity) }
      ?? missedCancellation(of: activity.inFlight.filter(\.isParked), in: activity)
    let cancelled = activity.cancelled.last.map {
      cure(of: $0.cancellation, ifItShould: "have made the change", in: activity)
    }
    return [notCancelled, advance, wait, cancelled].compactMap { $0 }.joined(separator: "\n")
  }

  /// The cause to check if the effect that sent an action should have been cancelled before.
  static func missedCancellation<Action>(
    of origin: EffectOrigin, in activity: RecentActivity<Action>
  ) -> String? {
    let ids = activity.ended.first { $0.origin === origin }?.cancelIDs ?? []
    return cancelledByOtherFeature(origin, under: ids, in: activity)
      ?? missedCancellation(of: activity.inFlight.filter { $0.origin === origin }, in: activity)
  }

  /// The cause to check if the latest send should have cancelled effects of an earlier one.
  private static func missedCancellation<Action>(
    of effects: [InFlightEffect], in activity: RecentActivity<Action>
  ) -> String? {
    let earlier = effects.filter { !$0.isOfLastSend && !$0.isOfChild && !$0.ids.isEmpty }
    return earlier.isEmpty ? nil : cancellation(of: earlier, byLastSend: true, in: activity)
  }

  /// The latest cancellation by another feature of an ID that equals one of an effect, since the effect started, and the
  /// rule. `nil` if there was none.
  static func cancelledByOtherFeature<Action>(
    _ origin: EffectOrigin, under ids: [CancelID], in activity: RecentActivity<Action>
  ) -> String? {
    let unreached = activity.attempts.last { attempt in
      attempt.cause.step ?? 0 >= origin.step && !ids.contains(attempt.id)
        && ids.contains { $0.hasEqualChoice(as: attempt.id) }
    }
    guard let unreached, let id = InFlightEffect.name(of: unreached.id) else { return nil }
    let canceller =
      if case .effect(let origin) = unreached.cause {
        place(of: origin)
      } else {
        unreached.cause.step.map { name(activity.steps[$0].action) } ?? "an action"
      }
    return """
      \(canceller) cancelled an equal id, \(id), but in another feature. An effect can be cancelled by its own \
      feature and by the parents of that feature. If a parent calls `reduce` of a child, the effects belong to the \
      parent.
      """
  }
}
