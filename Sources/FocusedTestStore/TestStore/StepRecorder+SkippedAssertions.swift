import Core

/// What the recorder notes of assertions that were skipped.
extension StepRecorder {
  func noteUnasserted(before next: CallSite?, present: State, orElseAt creation: CallSite) {
    var anchor = journal.lastCallSite ?? creation
    var skipped: [Int] = []
    func noteSkipped(before next: CallSite?) {
      guard !skipped.isEmpty else { return }
      Issues.report(
        FailureMessages.skippedActions(
          skipped.count, before: next,
          code: receiveStatements(for: skipped, present: present, below: anchor)),
        severity: .note, at: anchor)
      skipped = []
    }
    for step in journal.received {
      if journal.records[step].isAsserted {
        let callSite = journal.callSite(of: step)
        noteSkipped(before: callSite)
        anchor = callSite ?? anchor
      } else if step > told.lastNotedStep {
        skipped.append(step)
      }
    }
    noteSkipped(before: next)
    told.lastNotedStep = max(told.lastNotedStep, stepCount - 1)
  }

  /// Notes the effects that outlive the test, each at the line of the step that started it.
  func noteInFlight(_ effects: [RunningEffect], orElseAt creation: CallSite) {
    var groups: [(callSite: CallSite, effects: [RunningEffect])] = []
    let callSites = journal.callSites(startingEffectsOf: effects.map(\.origin.step))
    for (effect, callSite) in zip(effects, callSites) {
      let callSite = callSite ?? creation
      if let index = groups.firstIndex(where: { $0.callSite == callSite }) {
        groups[index].effects.append(effect)
      } else {
        groups.append((callSite, [effect]))
      }
    }
    for (callSite, effects) in groups {
      Issues.report(
        FailureMessages.skippedEffects(describe(effects), on: storeName), severity: .note,
        at: callSite)
    }
  }

  /// The `receive` statements for received actions, with the changes that each of them made.
  func receiveStatements(
    for steps: [Int], present: State, below callSite: CallSite
  ) -> [String] {
    let limit = 16
    let store = storeName
    let code = steps.prefix(limit).flatMap { step in
      let action = actions[step]
      guard let before = state(before: step),
        let after = state(after: step, present: present)
      else { return AssertionCode.call(action, isSent: false, on: store) }
      return scopes.receive(action, before: before, after: after, below: callSite)
        ?? AssertionCode.call(
          action, isSent: false, on: store,
          assigning: AssertionCode.statements(from: before, to: after))
    }
    return steps.count > limit ? code + ["// … and \(steps.count - limit) more actions"] : code
  }
}
