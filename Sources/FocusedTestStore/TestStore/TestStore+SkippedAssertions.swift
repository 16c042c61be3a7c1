import Core

/// The notes of `.off(showSkippedAssertions: true)`: one for each step, at its line.
extension TestStore {
  /// Notes the changes of a step that its closure does not assert.
  func noteSkippedChanges(
    of action: Action, isSent: Bool, _ update: ((inout State) throws -> Void)?,
    before: State, after: State, generators: GeneratorPositions, at callSite: CallSite
  ) {
    guard exhaustivity.showsSkippedAssertions, before != after else { return }
    guard let update else {
      let statements = AssertionCode.statements(from: before, to: after)
      let code =
        isSent
        ? AssertionCode.send(action, assigning: statements)
        : AssertionCode.receive(action, assigning: statements)
      return note(FailureMessages.skippedClosure(of: action, code: code), at: callSite)
    }
    func apply(to state: State) throws -> State {
      try withoutRepeatingIssues {
        try self.apply(update, to: state, stepFrom: before, generators: generators)
      }
    }
    // A closure that states values has not run on the state before, where it could trap.
    let source = ClosureSource(at: callSite)
    let statesValues = { (try? apply(to: after)).map { Difference.between($0, after) == nil } }
    if source.reachesBeyond(before, after: after), statesValues() == true {
      let statements = AssertionCode.statements(from: before, to: after)
      note(FailureMessages.changes(of: action, statements: statements), at: callSite)
    } else if let said = try? apply(to: before) {
      let statements = AssertionCode.statements(from: said, to: after)
      guard !statements.isEmpty else { return }
      note(FailureMessages.skippedChanges(of: action, statements: statements), at: callSite)
    }
  }

  /// Notes the received actions that nothing asserts, each at the line of the step before it.
  ///
  /// - Parameter next: The line before which they could have been asserted.
  func noteSkippedActions(before next: CallSite?) {
    if exhaustivity.showsSkippedAssertions { noteUnasserted(before: next) }
  }

  /// Notes what was skipped before a change back to ``Exhaustivity/on`` drops it.
  func noteSkipped(leaving old: Exhaustivity) {
    if old.showsSkippedAssertions { noteUnasserted(before: nil) }
  }

  private func noteUnasserted(before next: CallSite?) {
    recorder.noteUnasserted(before: next, present: runtime.state, orElseAt: creation)
  }

  private func note(_ message: String, at callSite: CallSite) {
    Issues.report(message, severity: .note, at: callSite)
  }
}

// These belong to the recorder because the end of a store is reported in its `deinit`.
extension StepRecorder {
  func noteUnasserted(before next: CallSite?, present: State, orElseAt creation: CallSite) {
    var anchor = lastCallSite ?? creation
    var skipped: [Int] = []
    func noteSkipped(before next: CallSite?) {
      guard !skipped.isEmpty else { return }
      Issues.report(
        FailureMessages.skippedActions(
          skipped.count, before: next,
          code: receiveStatements(for: skipped, present: present)),
        severity: .note, at: anchor)
      skipped = []
    }
    for (index, entry) in received.entries.enumerated() {
      if entry.isAsserted {
        let callSite = assertion(ofStep: entry.step)
        noteSkipped(before: callSite)
        anchor = callSite ?? anchor
      } else if entry.step > lastNotedStep {
        skipped.append(index)
      }
    }
    noteSkipped(before: next)
    lastNotedStep = received.entries.last?.step ?? lastNotedStep
  }

  /// Notes the effects that outlive the test, each at the line of the step that started it.
  func noteInFlight(_ effects: [RunningEffect], orElseAt creation: CallSite) {
    var groups: [(callSite: CallSite, effects: [RunningEffect])] = []
    for effect in effects {
      let callSite = callSite(startingEffectOf: effect.origin.step) ?? creation
      if let index = groups.firstIndex(where: { $0.callSite == callSite }) {
        groups[index].effects.append(effect)
      } else {
        groups.append((callSite, [effect]))
      }
    }
    for (callSite, effects) in groups {
      Issues.report(
        FailureMessages.skippedEffects(describe(effects)), severity: .note, at: callSite)
    }
  }

  /// The `receive` statements for received actions, with the changes that each of them made.
  func receiveStatements(for indices: [Int], present: State) -> [String] {
    let limit = 16
    let code = indices.prefix(limit).flatMap { index in
      let action = received.entries[index].action
      guard let before = state(before: index),
        let after = received.state(after: index, present: present)
      else { return AssertionCode.receive(action, assigning: []) }
      return AssertionCode.receive(
        action, assigning: AssertionCode.statements(from: before, to: after))
    }
    return indices.count > limit ? code + ["// … and \(indices.count - limit) more actions"] : code
  }

  /// Descriptions of effects in flight, for a message.
  func describe(_ effects: [RunningEffect]) -> [InFlightEffect] {
    effects.map { effect in
      InFlightEffect(
        effect, startedBy: FailureMessages.name(actions[effect.origin.step]),
        isOfLastSend: isOfLastSend(effect.origin.step))
    }
  }
}
