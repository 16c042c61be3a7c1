import Core

extension FailureMessages {
  static func notReceived<Action>(
    _ expectation: ActionExpectation<Action>, activity: RecentActivity<Action>, waited: String?,
    isCancelled: Bool
  ) -> String {
    let waiting = activity.inFlight.isEmpty ? nil : cure(waitingIn: activity)
    let miss = nearestMiss(expectation, in: activity, waiting: waiting)
    let subject = name(expectation)
    let reason =
      if let next = activity.demanded.map({ name($0) }) {
        "but \(next == subject ? "another one" : next) was received next"
      } else if let waited {
        "but it was not received \(waited)"
      } else if let sent = activity.fruitlessSend {
        "but \(name(sent)) started no effect"
      } else if activity.inFlight.isEmpty {
        "but the effects finished first"
      } else {
        "but every effect that the store can see waits for the test"
      }
    var message = MessageBuilder("Expected to receive \(subject), \(reason).")
    for fact in miss?.facts ?? [] { message.add(fact) }
    if miss == nil, activity.lastSent.map(expectation.matches) == true {
      message.add("The test sent it itself. `receive` expects an action that an effect sends.")
    }
    add(activity, to: &message)
    // Without a similar action, the expected one can still arrive.
    let first = miss == nil && !activity.inFlight.isEmpty ? activity.demanded : nil
    message.add(
      isCancelled
        ? "Find the code that cancels it, such as a time limit."
        : (first.map { "Assert \(name($0)) first. " } ?? "")
          + (miss?.cure ?? capitalized(waiting ?? cure(afterEffectsOf: activity))))
    return message.text
  }

  static func received<Action>(
    _ expectation: ActionExpectation<Action>, activity: RecentActivity<Action>
  ) -> String {
    let match = activity.received.first { expectation.matches($0.action) }
    let unwanted = name(expectation)
    var subject = "it was"
    if let match, name(match.action) != unwanted { subject = "\(name(match.action)) was" }
    var message = MessageBuilder("Expected not to receive \(unwanted), but \(subject) received.")
    if let match { message.add("It was sent by \(senderName(of: match, in: activity)).") }
    add(activity, to: &message)
    message.add(match?.effect.flatMap { missedCancellation(of: $0, in: activity) } ?? "")
    return message.text
  }

  static func unsupported<Action>(
    _ expectation: ActionExpectation<Action>, reason: String
  ) -> String {
    """
    Expected to look for \(name(expectation)), but this case path cannot be \
    followed by reflection: \(reason).
    No action can match, whether received or not. Use `CasePath(embed:extract:)` instead.
    """
  }

  static func sentAfterDismissal<Action>(_ action: Action) -> String {
    """
    Expected \(name(action)) to be sent to a feature that is still there, but it has dismissed itself.
    The action was ignored. Send it before the dismissal, or check the action that dismisses the feature.
    """
  }

  // MARK: - Parts

  static func add<Action>(_ activity: RecentActivity<Action>, to message: inout MessageBuilder) {
    let heading = "Received since \(activity.beginning):"
    if activity.received.isEmpty {
      message.add("\(heading) nothing.")
    } else {
      let actions = list(Array(activity.journal.received)) { step in
        let isAsserted = activity.journal.records[step].isAsserted
        return "\(name(activity.steps[step].action))\(isAsserted ? " (asserted)" : "")"
      }
      message.add(heading, actions)
    }
    message.add("In flight:", lines(activity.inFlight))
    message.add("Cancelled:", list(activity.cancelled.suffix(8)) { describe($0, in: activity) })
  }

  static func lines(_ effects: [InFlightEffect]) -> [String] {
    list(effects, atMost: 8) { describe($0) }
  }

  static func lines(running effects: [EffectOrigin]) -> [String] {
    list(effects, atMost: 8) { place(of: $0) }
  }

  static func describe(_ effect: InFlightEffect) -> String {
    let cause = effect.cause.map { ", started by \($0)" } ?? ""
    var waits = effect.waits.prefix(3).map { $0.description() }
    if effect.runningTasks > 0 {
      waits.append(
        effect.runningTasks == 1
          ? "a task that it started" : "\(effect.runningTasks) tasks that it started")
    }
    if waits.isEmpty { waits = ["something outside the store"] }
    return
      "\(place(of: effect.origin))\(cause), waiting for \(waits.joined(separator: ", and for "))"
  }

  private static func describe<Action>(
    _ effect: EndedEffect, in activity: RecentActivity<Action>
  ) -> String {
    let cause = name(activity.steps[effect.origin.step].action)
    let canceller =
      switch effect.cancellation?.cause {
      case .step(let step): " by \(name(activity.steps[step].action))"
      case .effect(let origin) where origin === effect.origin: " by itself"
      case .effect(let origin): " by \(place(of: origin))"
      case .dismissal: " by the dismissal"
      case nil: " by the test"
      }
    let id = effect.cancellation?.id.flatMap(InFlightEffect.name)
    return """
      \(place(of: effect.origin)), started by \(cause), cancelled\(canceller)\(id.map { " with the id \($0)" } ?? "")
      """
  }

  /// The sender of a received action.
  static func senderName<Action>(of step: Step<Action>, in activity: RecentActivity<Action>)
    -> String
  {
    switch step.source {
    case .effect(let origin): place(of: origin)
    case .synchronous(let cause):
      "the `.send` that \(name(activity.steps[cause].action)) returned"
    case .external: preconditionFailure("A received action has a sender (was sent by the test)")
    }
  }

  /// The cure for those of the effects that only the test can wake. `nil` if there are none.
  static func cure(waking effects: [InFlightEffect]) -> String? {
    let causes = Set(effects.flatMap(\.waits).map(\.cause))
    let cures = [
      causes.contains(.clock) ? "advance the clock" : nil,
      causes.contains(.stub) ? "answer the stub" : nil,
    ]
    .compactMap(\.self)
    return cures.isEmpty ? nil : cures.joined(separator: ", or ")
  }

  /// The cure if no effect is in flight.
  private static func cure<Action>(afterEffectsOf activity: RecentActivity<Action>) -> String {
    let check =
      activity.fruitlessSend.map { "check the effect that the reducer returns for \(name($0))." }
      ?? "look for the effect that should send it."
    guard let cancelled = activity.cancelled.last else { return check }
    return "\(cure(of: cancelled.cancellation, in: activity)) Otherwise, \(check)"
  }

  static func cure<Action>(
    of cancellation: EffectCancellation?, ifItShould act: String = "send it",
    in activity: RecentActivity<Action>
  ) -> String {
    let check =
      switch cancellation?.cause {
      case .step(let step): "the cancellation in \(name(activity.steps[step].action))"
      case .effect, .dismissal: "the action that cancels it"
      case nil: "the call of the test that cancels it"
      }
    return "If the cancelled effect should \(act): check \(check)."
  }

  /// The steps by which an effect in flight may still send the action, for use inside a sentence.
  private static func cure<Action>(waitingIn activity: RecentActivity<Action>) -> String {
    let effects = activity.inFlight
    let advance = cure(waking: effects).map { "\($0) before this line." }
    let outside =
      """
      trigger the event that it waits for before this line, override the dependency that keeps it waiting, or \
      pass a longer `timeout`.
      """
    var cure = advance ?? outside
    if advance != nil, effects.contains(where: \.waitsForExternalWork) {
      cure += " If the effect that waits for external work should send it: \(outside)"
    }
    return cure
  }

  static func capitalized(_ sentence: String) -> String {
    sentence.prefix(1).uppercased() + sentence.dropFirst()
  }
}

extension RecentActivity {
  /// The latest send, if it started no effect and no other effect can have sent an action since then.
  fileprivate var fruitlessSend: Action? {
    let hasEffects = journal.hasLastSendStartedEffects || !inFlight.isEmpty || !ended.isEmpty
    return hasEffects || !received.isEmpty ? nil : lastSent
  }
}
