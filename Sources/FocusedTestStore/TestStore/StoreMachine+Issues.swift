import Core

// The issues of a store's steps, apart from those of a call's own expectation.

extension StoreMachine {
  /// Reports the received actions that the test has not asserted.
  ///
  /// - Parameters:
  ///   - next: The action that the test is about to send, if there is one.
  ///   - callSite: The line to report at. The default is that of the last send.
  func reportUnasserted(before next: Action? = nil, at callSite: CallSite? = nil) {
    let unasserted = journal.demanded
    guard !unasserted.isEmpty else { return }
    Issues.report(
      FailureMessages.unasserted(
        unasserted.map(self.action), before: next, code: receiveStatements(for: unasserted),
        on: storeName),
      at: callSite ?? journal.lastCallSite ?? creation)
  }

  /// Reports each effect once, at the line that started it. The effects of one `.run` share an issue there.
  func reportInFlight(_ effects: [RunningEffect], waited: String?) {
    let effectsByStart = takeUnreported(from: effects)
      .grouped { journal.callSite(startingEffectOf: $0.origin.step) ?? creation }
    let activity = activity
    for (callSite, effects) in effectsByStart {
      for (_, effects) in effects.grouped(by: \.origin.callSite) {
        Issues.report(
          FailureMessages.stillInFlight(
            describe(effects), in: activity, waited: waited, on: storeName),
          at: callSite)
      }
    }
  }

  /// Effects in flight, as messages describe them.
  func describe(_ effects: [RunningEffect]) -> [InFlightEffect] {
    let steps = steps
    return effects.map { effect in
      InFlightEffect(
        effect: effect, cause: FailureMessages.name(steps[effect.origin.step].action),
        isOfLastSend: journal.root(of: effect.origin.step) == journal.lastSent)
    }
  }

  /// The effects that ended since the last send.
  var endedSinceLastSend: [EndedEffect] {
    endedEffects.filter { $0.stepCount > journal.lastSent ?? -1 }
  }

  /// The effects that were cancelled before the last send, unless their `.run` has started again.
  var cancelledBeforeLastSend: [EndedEffect] {
    let restarted =
      endedEffects.map { ($0.origin, $0.cancelIDs) }
      + runtime.effectsInFlight.map { ($0.origin, $0.cancelIDs) }
    return endedEffects.filter { effect in
      effect.isCancelled && effect.stepCount <= journal.lastSent ?? -1
        && !restarted.contains { origin, ids in
          origin.callSite == effect.origin.callSite && origin.step > effect.origin.step
            && ids == effect.cancelIDs
        }
    }
  }

  /// Concludes a `finish`.
  func didFinish(_ outcome: WaitOutcome, at callSite: CallSite) {
    if outcome == .storeEnded { return }
    if plan.notesSkipped { noteUnasserted(before: callSite) }
    if plan.demandsReceived, journal.firstDemanded != nil {
      reportUnasserted(at: callSite)
      skipToNow()
    }
    if plan.demandsEnds, outcome != .happened {
      reportInFlight(unfinishedEffects, waited: outcome.span)
    } else {
      didWait(for: unfinishedEffects, root: nil, outcome, at: callSite)
    }
  }

  /// A wait for the end of effects has ended. Reports effects that should have ended, unless all of them have been
  /// reported.
  ///
  /// - Parameters:
  ///   - effects: The effects that have not ended.
  ///   - root: The sent step from which the effects follow, or `nil` for all effects of the store.
  func didWait(
    for effects: [RunningEffect], root: Int?, _ outcome: WaitOutcome, at callSite: CallSite
  ) {
    if outcome == .happened {
      notify(.didFinish(root: root, at: callSite))
    } else if !takeUnreported(from: effects).isEmpty {
      Issues.report(
        FailureMessages.stillInFlight(
          describe(effects), in: activity, waited: outcome.span, on: nil),
        at: callSite)
    }
  }
}

/// Notes on skipped assertions.
extension StoreMachine {
  /// Notes the received actions without an assertion, each at the line of the step before it.
  ///
  /// - Parameter next: The line before which they could have been asserted, if there is one.
  func noteUnasserted(before next: CallSite?) {
    var anchor = journal.lastCallSite ?? creation
    var skipped: [Int] = []
    func noteSkipped(before next: CallSite?) {
      guard !skipped.isEmpty else { return }
      Issues.report(
        FailureMessages.skippedActions(
          skipped.count, before: next,
          code: receiveStatements(for: skipped)),
        severity: .note, at: anchor)
      skipped = []
    }
    for step in journal.received {
      if journal.records[step].isAsserted {
        let callSite = journal.callSite(of: step)
        noteSkipped(before: callSite)
        anchor = callSite ?? anchor
      } else if step > lastNotedStep {
        skipped.append(step)
      }
    }
    noteSkipped(before: next)
    lastNotedStep = max(lastNotedStep, stepCount - 1)
  }

  /// The `receive` statements for received actions, with the changes that each of them made.
  func receiveStatements(for steps: [Int]) -> [String] {
    let limit = 16
    let store = storeName
    let code = steps.prefix(limit).flatMap { step in
      let action = self.action(step)
      guard let before = state(before: step), let after = state(after: step)
      else { return AssertionCode.call(action, isSent: false, on: store, naming: caseNaming) }
      return AssertionCode.call(
        action, isSent: false, on: store, naming: caseNaming,
        assigning: AssertionCode.statements(from: before, to: after))
    }
    return steps.count > limit ? code + ["// … and \(steps.count - limit) more actions"] : code
  }
}

extension Array {
  /// The elements by a key, in the order in which the keys appear.
  fileprivate func grouped<Key: Hashable>(
    by key: (Element) -> Key
  ) -> [(key: Key, elements: [Element])] {
    map(key).withoutRepetitions(of: \.self).map { wanted in (wanted, filter { key($0) == wanted }) }
  }
}
