import Core

extension FailureMessages {
  static func notReceived<Action>(
    _ expectation: ActionExpectation<Action>, activity: RecentActivity<Action>, waited: String?,
    isCancelled: Bool
  ) -> String {
    let miss = NearestMiss(expectation, in: activity)
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
    add(miss, of: expectation, in: activity, to: &message)
    if miss == nil, activity.lastSent.map(expectation.matches) == true {
      message.add("The test sent it itself. `receive` expects an action that an effect sends.")
    }
    add(activity, to: &message)
    // If the message names the nearest action, it also names the action's effect.
    let isEndedShown = miss == nil && activity.inFlight.isEmpty
    let ended = isEndedShown ? activity.ended : activity.ended.filter(\.isCancelled)
    message.add("Ended since the last send:", list(ended, atMost: 8) { describe($0, in: activity) })
    let before = miss == nil ? activity.cancelledBefore : []
    message.add(
      "Cancelled before the last send:",
      list(Array(before.suffix(4))) { describe($0, in: activity) })
    // Without a similar action, the expected one can still arrive.
    let first = miss == nil && !activity.inFlight.isEmpty ? activity.demanded : nil
    message.add(
      isCancelled
        ? "Find the code that cancels it, such as a time limit."
        : (first.map { "Assert \(name($0)) first. " } ?? "")
          + cure(for: miss, activity: activity, timedOut: waited != nil))
    return message.text
  }

  /// The message about an expected action that was received after another one that must be asserted first.
  static func receivedOutOfOrder<Action>(
    _ expectation: ActionExpectation<Action>, activity: RecentActivity<Action>
  ) -> String {
    let (subject, next) = (name(expectation), activity.demanded.map { name($0) } ?? "another one")
    var message = MessageBuilder("Expected to receive \(subject), but \(next) was received next.")
    add(activity, to: &message)
    message.add(
      """
      Received actions are asserted in the order received; \(subject) comes later.
      Assert \(next) first, or use `.off` to assert only what the test is about.
      """)
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

  static func sentBeforeReceiving<Action>(
    _ action: Action, unasserted: [Action], on store: String
  ) -> String {
    var message = MessageBuilder(
      """
      Expected every received action to be asserted before \(name(action)) is sent, but \
      \(unasserted.count == 1 ? "one was" : "\(grouped(unasserted.count)) were") not:
      """)
    message.add(list(unasserted))
    message.add(
      """
      Assert \(unasserted.count == 1 ? "it" : "them") with `receive` before this line, or call \
      `await \(store).skipReceivedActions()`.
      """)
    return message.text
  }

  static func sentAfterDismissal<Action>(_ action: Action) -> String {
    """
    Expected \(name(action)) to be sent to a feature that is still there, but it has dismissed itself.
    The action was ignored. Send it before the dismissal, or check the action that dismisses the feature.
    """
  }

  // MARK: - Parts

  private static func add<Action>(
    _ miss: NearestMiss<Action>?, of expectation: ActionExpectation<Action>,
    in activity: RecentActivity<Action>, to message: inout MessageBuilder
  ) {
    switch miss {
    case .asserted(let count, let callSite):
      let place = callSite.map { ", at \($0)" } ?? ""
      message.add(
        """
        It was received \(counted(count, "time")) since \(describe(activity.journal.startCause)), and is asserted \
        already\(place).
        """)
    case .early:
      message.add("It was received, but before the action that it is expected to follow.")
    case .dropped:
      let start = describe(activity.journal.startCause)
      message.add("It was received before \(start), after which it can no longer be asserted.")
    case .alike(let received):
      let nearest =
        "The nearest is \(name(received.action)), sent by \(senderName(of: received, in: activity))"
      // A case without a value has no difference to show.
      if case .action = expectation.kind {
        message.add("\(nearest):")
        addDifference(of: expectation, and: received.action, to: &message)
      } else {
        message.add("\(nearest).")
      }
    case nil: break
    }
  }

  private static func addDifference<Action>(
    of expectation: ActionExpectation<Action>, and action: Action, to message: inout MessageBuilder
  ) {
    guard case .action(let expected) = expectation.kind,
      ActionPath(of: expected).likeness(to: ActionPath(of: action)) != nil
    else { return }
    let difference = Difference.between(expected, action) ?? .whole(expected, action)
    message.add(lines(difference, limit: 20))
  }

  static func add<Action>(_ activity: RecentActivity<Action>, to message: inout MessageBuilder) {
    let heading = "Received since \(describe(activity.journal.startCause)):"
    if activity.received.isEmpty {
      message.add("\(heading) nothing.")
    } else {
      message.add(
        heading,
        list(activity.received) { "\(name($0.action))\($0.isAsserted ? " (asserted)" : "")" })
    }
    message.add("In flight:", lines(activity.inFlight))
  }

  private static func describe(_ start: JournalStart) -> String {
    switch start {
    case .send: "the last send"
    case .finish: "`finish`"
    case .skipReceivedActions: "`skipReceivedActions`"
    case .exhaustivity: "`exhaustivity` went back to `.on`"
    case .endOfTest: "the end of an earlier test"
    }
  }

  static func lines(_ effects: [InFlightEffect]) -> [String] {
    list(effects, atMost: 8) { describe($0) }
  }

  static func lines(running effects: [EffectOrigin]) -> [String] {
    list(effects, atMost: 8) { place(of: $0) }
  }

  static func describe(_ effect: InFlightEffect) -> String {
    let cause = effect.cause.map { ", started by \($0)" } ?? ""
    let tasks =
      effect.runningTasks == 1
      ? "a task that it started" : "\(effect.runningTasks) tasks that it started"
    var waits = effect.waits.prefix(3).map { $0.description() }
    if effect.runningTasks > 0 {
      if effect.hasEnded, waits.isEmpty {
        return "\(place(of: effect.origin))\(cause), which has ended before \(tasks)"
      }
      waits.append(tasks)
    }
    if waits.isEmpty { waits = ["something outside the store"] }
    return
      "\(place(of: effect.origin))\(cause), waiting for \(waits.joined(separator: ", and for "))"
  }

  static func describe<Action>(
    _ effect: EndedEffect, in activity: RecentActivity<Action>
  ) -> String {
    let cause = name(activity[effect.origin.step].action)
    let start = "\(place(of: effect.origin)), started by \(cause)"
    guard effect.isCancelled else { return start }
    let canceller =
      switch effect.cancellation?.cause {
      case .step(let step): " by \(name(activity[step].action))"
      case .effect(let origin) where origin === effect.origin: " by itself"
      case .effect(let origin): " by \(place(of: origin))"
      case .dismissal: " by the dismissal"
      case nil: " by the test"
      }
    let id = effect.cancellation?.id.flatMap(InFlightEffect.name)
    return "\(start), cancelled\(canceller)\(id.map { " with the id \($0)" } ?? "")"
  }

  /// The sender of a received action.
  static func senderName<Action>(of step: Step<Action>, in activity: RecentActivity<Action>)
    -> String
  {
    switch step.source {
    case .effect(let origin): place(of: origin)
    case .synchronous(let cause):
      "the `.send` that \(name(activity[cause].action)) returned"
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

  private static func cure<Action>(
    for miss: NearestMiss<Action>?, activity: RecentActivity<Action>, timedOut: Bool
  ) -> String {
    let waiting = activity.inFlight.isEmpty ? nil : cure(waitingIn: activity)
    func ifItShould(_ act: String) -> String {
      waiting.map { " If an effect in flight should \(act): \($0)" } ?? ""
    }
    switch miss {
    case .asserted:
      return "Each expectation needs its own action.\(ifItShould("send it again"))"
    case .early:
      return "Change the order, or expect each action with a separate `receive`."
    case .dropped:
      return activity.journal.startCause == .endOfTest
        ? "Create a new store in each test."
        : "Move this expectation before \(describe(activity.journal.startCause))."
    case .alike where !timedOut:
      return """
        Expect the received action, or fix the effect that sends it.\(ifItShould("send another one"))
        """
    case .alike, nil:
      return waiting.map(capitalized) ?? cure(afterEffectsOf: activity)
    }
  }

  /// The cure if no effect is in flight.
  private static func cure<Action>(afterEffectsOf activity: RecentActivity<Action>) -> String {
    if let cancellation = activity.ended.last(where: \.isCancelled)?.cancellation {
      return cure(of: cancellation, in: activity)
    }
    guard let sent = activity.fruitlessSend else {
      return "Look for the effect that should send it."
    }
    let first = activity.cancelledBefore.last.map {
      "\(cure(of: $0.cancellation, in: activity)) Otherwise, check"
    }
    return "\(first ?? "Check") the effect that the reducer returns for \(name(sent))."
  }

  static func cure<Action>(
    of cancellation: EffectCancellation?, ifItShould act: String = "send it",
    in activity: RecentActivity<Action>
  ) -> String {
    let check =
      switch cancellation?.cause {
      case .step(let step): "the cancellation in \(name(activity[step].action))"
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
