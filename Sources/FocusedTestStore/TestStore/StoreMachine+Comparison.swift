import Core

extension StoreMachine {
  /// Compares the current state with the closure of `assert`.
  func assert(by call: TestCall<State, Action>) {
    let (state, step) = snapshot.read { ($0.current, $0.step) }
    if let failure = unmetExpectation(
      of: call, step, isAfterStep: false, before: state, after: state)
    {
      report(failure, by: call, of: nil, from: state, to: state)
    } else {
      // The closure of `assert` doesn't outlive the call.
      let call = TestCall(callSite: call.callSite, lens: call.lens)
      didCompare(step, after: state, isInFull: false, hasClosure: true, by: call)
    }
  }

  /// Compares the state after a step with the closure that asserts the step, and notes the changes that it leaves out.
  ///
  /// - Parameter isBeforeKept: Whether `before` is the state before the step, which may no longer be kept.
  /// - Returns: The function that reports a failure, or `nil` if the state is as expected.
  func check(
    _ call: TestCall<State, Action>, _ step: Int,
    before: State, isBeforeKept: Bool = true, after: State
  ) -> (() -> Void)? {
    var call = call
    // Without a closure, a change outside the scope of a scoped store is one of the whole state.
    if call.update == nil, plan.comparesEveryField,
      call.lens?.holdsDifference(before, after) == false
    {
      call = call.ofStore
    }
    if let failure = unmetExpectation(of: call, step, before: before, after: after) {
      return { [call] in self.report(failure, by: call, of: step, from: before, to: after) }
    }
    if isBeforeKept, plan.notesSkipped {
      noteSkippedChanges(of: step, by: call, before: before, after: after)
    }
    let hasClosure = call.update != nil
    if hasListeners, hasClosure || plan.comparesEveryField || journal.isSent(step) {
      didCompare(
        step, after: after, isInFull: plan.comparesEveryField, hasClosure: hasClosure, by: call)
    }
    return nil
  }

  /// Compares a state with a closure. Returns `nil` if it is as expected.
  ///
  /// - Parameters:
  ///   - step: The step that the closure asserts. In `assert`, the last step of the current state.
  ///   - isAfterStep: Whether the closure belongs to the step.
  ///   - before: The state before the step. In `assert`, the current state.
  private func unmetExpectation(
    of call: TestCall<State, Action>, _ step: Int, isAfterStep: Bool = true, before: State,
    after: State
  ) -> UnmetExpectation? {
    if call.update == nil, !plan.comparesEveryField { return nil }
    let check = closureCheck(of: isAfterStep ? step : nil, from: before)
    do {
      let failure =
        if let compare = call.compare {
          try compare(before, after, check)
        } else if let foreign {
          try foreign.failure(
            of: check, call.update, by: comparison, step: step, before: before, after: after)
        } else {
          try check.failure(of: call.update, by: comparison, from: before, to: after)
        }
      if failure == nil, plan.comparesEveryField, let note = noteOnUncomparedFields(of: after) {
        Issues.report(note, severity: .note, at: call.callSite)
      }
      return failure
    } catch {
      return UnmetExpectation(reason: .threw(error))
    }
  }

  /// The comparison of states with the closure of a step, or with that of `assert`.
  func closureCheck(of step: Int?, from before: State) -> ClosureCheck {
    ClosureCheck(isInFull: plan.comparesEveryField, isAfterStep: step != nil) {
      [self] target, closure in
      try runClosure(
        before: before, at: step.map(journal.generators), for: target, closure)
    }
  }

  /// Notifies the listeners of a comparison that passed.
  private func didCompare(
    _ step: Int, after: State, isInFull: Bool, hasClosure: Bool, by call: TestCall<State, Action>
  ) {
    notify(
      .didCompare(
        PassedComparison(
          step: step, after: after, isInFull: isInFull, hasClosure: hasClosure, lens: call.lens,
          callSite: call.callSite)))
  }
}

/// The reason why a state doesn't match a closure.
struct UnmetExpectation {
  indirect enum Reason {
    case threw(any Error)
    /// The closure changed nothing, and nothing had changed.
    case changesNothing
    /// The test asserted no change, but the state changed from the old value of the difference.
    case unasserted(Difference)
    /// The whole state was compared: the old value of the difference is the expected one.
    case state(Difference)
    /// The closure writes to missing elements.
    case missed([MissedMutation])
    /// Only the fields that the closure changes were compared. The step may have changed none of them.
    case fields([FieldMismatch], areUnchanged: Bool)
    /// The closure asserts a scoped state that is missing or, in `.on`, that the step added.
    case missingState(isNew: Bool)
    /// A scoped store was called, and the state changed outside its scope. The old value of the difference is the expected
    /// state.
    case outsideScope(Difference)
  }

  let reason: Reason

  /// Whether states were compared.
  var isOfComparison: Bool {
    switch reason {
    case .changesNothing, .unasserted, .state, .missed, .fields, .outsideScope: true
    case .threw, .missingState: false
    }
  }

  var mismatches: [FieldMismatch] {
    switch reason {
    case .fields(let mismatches, _): mismatches
    case .state(let difference): difference.mismatches
    case .threw, .changesNothing, .unasserted, .missed, .missingState, .outsideScope: []
    }
  }
}
