import Core

extension TestStore {
  /// Reports that a state doesn't match a closure, unless an issue has already reported the cause: an error that the
  /// closure throws again, or an issue of the reducer.
  ///
  /// - Parameter step: The step that the closure asserts, if it asserts one.
  func report(
    _ failure: UnmetExpectation, by call: TestCall<State, Action>,
    after moment: FailureMessages.Moment<Action>,
    step: Int? = nil, context: StepContext<Action>? = nil
  ) {
    if case .threw(let error) = failure.reason {
      if Issues.hasReported(error) { return }
    } else if let step, recorder.reported.failedSteps.contains(step) {
      return
    }
    var message = FailureMessages.unexpectedState(
      failure, by: call, because: reason(for: call.lens?.absence, of: call, asOf: step),
      on: recorder.storeName, after: moment, context: context)
    if case .assert = moment, recorder.journal.lastCallSite != nil {
      message = FailureMessages.assertion(
        message, in: timeline,
        undoneBy: actionUndoing(failure.mismatches, in: failure.isOfPart ? call.lens : nil))
    }
    if failure.isOfComparison,
      let line = lineOfUncomparedFields(in: failure.isOfPart ? call.lens : nil)
    {
      message += "\n\n" + line
    }
    Issues.report(message, at: call.callSite)
  }

  /// The context of a step in a message, in the terms of the failure.
  func context(
    of failure: UnmetExpectation, by call: TestCall<State, Action>,
    from before: State, to after: State
  ) -> StepContext<Action>? {
    guard failure.isOfPart, let lens = call.lens else {
      return StepContext(before: before, after: after)
    }
    guard let before = lens.value(in: before), let after = lens.value(in: after) else { return nil }
    return StepContext(before: before, after: after)
  }

  /// The first received action since the last send after which fields no longer had their expected values.
  ///
  /// - Parameter mismatches: The fields, as seen through the lens if there is one.
  private func actionUndoing(
    _ mismatches: [FieldMismatch], in lens: StoreLens<State, Action>?
  ) -> Int? {
    let received = recorder.journal.received
    // Each state needs a comparison, so the search is limited to a few hundred actions.
    guard !mismatches.isEmpty, 1...256 ~= received.count,
      !(plan.demandsReceived && recorder.journal.firstDemanded != nil)
    else { return nil }
    func isMet(_ state: State) -> Bool {
      let whole: Any? = lens.map { $0.value(in: state) } ?? state
      return whole.map { whole in mismatches.allSatisfy { $0.isMet(in: whole) } } ?? false
    }
    var culprit: Int?
    var wasMet = recorder.state(before: received.lowerBound).map(isMet) ?? false
    for step in received {
      guard let state = recorder.state(after: step, present: runtime.state) else {
        return nil
      }
      let isMetNow = isMet(state)
      if wasMet, !isMetNow { culprit = step }
      wasMet = isMetNow
    }
    return culprit
  }

  /// The reason why the state of the call's scoped store is missing.
  ///
  /// - Parameter step: The step that the call asserts, if it asserts one.
  func reason(
    for absence: StoreLens<State, Action>.Absence?, of call: TestCall<State, Action>,
    asOf step: Int? = nil
  ) -> FailureMessages.MissingState {
    if let reason = call.lens?.unsupportedReason { return .unreadable(reason) }
    switch absence {
    case .sinceScope(let callSite): return .sinceScope(callSite)
    case .sinceStep(let gone, _) where gone == step: return .sinceThisStep
    case .sinceStep(let gone, let callSite) where step.map({ gone < $0 }) ?? true:
      return .since(
        FailureMessages.name(recorder.actions[gone]), isSent: callSite != nil,
        at: callSite ?? recorder.journal.callSite(of: gone),
        followsReceived: recorder.journal.lastSent.map { gone > $0 + 1 } ?? false)
    case .sinceStep, nil: return .unknown
    }
  }
}

/// The notes of `.off(showSkippedAssertions: true)`: one for each step, at its line.
extension TestStore {
  /// Reports notes about a step's changes that its closure doesn't assert.
  func noteSkippedChanges(
    of action: Action, isSent: Bool, _ update: ((inout State) throws -> Void)?,
    by call: TestCall<State, Action>, before: State, after: State,
    generators: GeneratorPositions
  ) {
    guard !comparison.areEqual(before, after) else { return }
    func statements(from before: State, isOfPart: Bool) -> [AssertionCode.Statement] {
      isOfPart
        ? call.lens?.statements(from: before, to: after) ?? []
        : AssertionCode.statements(from: before, to: after)
    }
    let isOfPart = call.lens?.holdsDifference(before, after) == true
    func wholeCall() -> [String] {
      let statements = statements(from: before, isOfPart: isOfPart)
      let code = isOfPart ? call.code(action, isSent: isSent, assigning: statements) : nil
      return code
        ?? AssertionCode.call(
          action, isSent: isSent, on: recorder.storeName, assigning: statements)
    }
    guard let update else {
      let statements = statements(from: before, isOfPart: isOfPart)
      return note(
        FailureMessages.skippedClosure(of: action, statements: statements, code: wholeCall()),
        at: call.callSite)
    }
    func apply(to state: State, _ target: AssertionContext.Target) throws -> State {
      try withoutRepeatingIssues {
        try self.apply(
          update, to: state, stepFrom: before, generators: generators, target: target)
      }
    }
    if let lens = call.lens, !isOfPart {
      // The closure of a scoped store can't assert changes outside the scope.
      note(
        FailureMessages.skippedOutside(lens.name, of: action, code: wholeCall()),
        at: call.callSite)
      return
    }
    // A closure that describes a change has already run on the state before the step (S14). A closure that states
    // values might access elements there that the step added.
    let applied = try? apply(to: after, .actual(isAfterStep: true))
    let statesValues = applied.map { comparison.areEqual($0, after) } ?? false
    let reversion = statesValues ? Difference.between(before, after)?.oldWithLongerArrays : nil
    var start = before
    var addsPositions = false
    switch reversion {
    case .partial(let state as State): (start, addsPositions) = (state, true)
    case .partial, .impossible:
      let statements = statements(from: before, isOfPart: isOfPart)
      return note(FailureMessages.changes(of: action, statements: statements), at: call.callSite)
    case .complete, .none?, nil: break
    }
    guard let said = try? apply(to: start, .other) else { return }
    let statements = statements(from: said, isOfPart: isOfPart)
    guard !statements.isEmpty else { return }
    // The closure can access an array that it doesn't assert.
    let comeFirst = addsPositions && Difference.between(said, after)?.shortensAnArray == true
    note(
      FailureMessages.skippedChanges(of: action, statements: statements, comeFirst: comeFirst),
      at: call.callSite)
  }

  /// Notes the received actions without an assertion, each at the line of the step before it.
  ///
  /// - Parameter next: The line before which they could have been asserted, if there is one.
  func noteSkippedActions(before next: CallSite?) {
    recorder.noteUnasserted(before: next, present: runtime.state, orElseAt: creation)
  }

  private func note(_ message: String, at callSite: CallSite) {
    Issues.report(message, severity: .note, at: callSite)
  }
}
