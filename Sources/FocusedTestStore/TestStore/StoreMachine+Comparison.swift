import Core

extension StoreMachine {
  /// Compares the current state with the closure of `assert`.
  func assert(by call: TestCall<State, Action>) {
    let (state, step) = snapshot.read { ($0.state, $0.step) }
    if let failure = unmetExpectation(
      of: call, step, isAfterStep: false, before: state, after: state)
    {
      report(failure, by: call, of: nil, from: state, to: state)
    } else {
      didCompare(step, after: state, isInFull: false, hasClosure: true, by: call)
    }
  }

  /// Compares the state after the step with the closure that asserts the step, and notes the changes that it leaves out.
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
      return .threw(error)
    }
  }

  /// The comparison of states with the closure of the step, or with that of `assert`.
  func closureCheck(of step: Int?, from before: State) -> ClosureCheck {
    ClosureCheck(isInFull: plan.comparesEveryField, isAfterStep: step != nil) {
      [self] target, closure in
      try runClosure(of: step, before: before, for: target, closure)
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

/// The comparison of states with the assert closure of a `send` or `receive`, or of `assert`.
struct ClosureCheck {
  /// Whether every field is compared, or only the fields that the closure changes.
  let isInFull: Bool
  /// Whether the closure belongs to a `send` or `receive`.
  let isAfterStep: Bool
  /// Runs code as an assert closure of the store, and returns its side effects.
  let run:
    (AssertionContext.Target, _ closure: () throws -> Void) throws -> AssertionContext.Outcome

  /// Compares a state with a closure. Returns `nil` if it is as expected.
  ///
  /// - Parameter before: The state before the step. `nil` if the step added a scoped state.
  func failure<State>(
    of update: ((inout State) throws -> Void)?, by comparison: Equality<State>,
    from before: State?, to after: State
  ) throws -> UnmetExpectation? {
    guard isInFull, let before else {
      guard let update else { return nil }
      return try partialFailure(of: update, by: comparison, from: before, to: after)
    }
    guard let update else {
      if comparison.areEqual(before, after) { return nil }
      return Difference.between(before, after).map { .unasserted($0) }
    }
    // The state before, with the closure applied, must equal the state after.
    var expected = before
    let outcome = try apply(
      update, to: &expected, isAfterStep ? .other : .actual(isAfterStep: false))
    if !comparison.areEqual(expected, after), let difference = Difference.between(expected, after) {
      return .state(difference)
    }
    if isAfterStep {
      return comparison.areEqual(expected, before) ? .changesNothing : nil
    }
    return outcome.missed.isEmpty ? nil : .missed(outcome.missed)
  }

  /// Compares only the fields that the closure changes.
  private func partialFailure<State>(
    of update: @escaping (inout State) throws -> Void, by comparison: Equality<State>,
    from before: State?, to after: State
  ) throws -> UnmetExpectation? {
    var applied = after
    var outcome = try apply(update, to: &applied, .actual(isAfterStep: isAfterStep))
    if isAfterStep, outcome.changesMergedElements, let before {
      let merges = mergesOfElements(in: before, by: applied)
      if !merges.isEmpty {
        applied = after
        outcome = try withoutRepeatingIssues {
          try apply(update, to: &applied, .actual(isAfterStep: true, withoutMerges: merges))
        }
      }
    }
    if outcome.missed.isEmpty, comparison.areEqual(applied, after) { return nil }
    let reading = ClosureReading(
      before: isAfterStep ? before : nil, actual: after, applied: applied, outcome: outcome
    ) { state in
      try reapplied(update, to: state, .other)
    }
    return try reading.failure()
  }

  /// The merges of a closure, by number, that change nothing because their elements existed before the step.
  private func mergesOfElements<State>(in before: State, by applied: State) -> Set<Int> {
    FieldPath.paths(in: applied, where: { $0 is any SettlingCollection }).reduce(into: []) {
      guard let before = $1.value(in: before),
        let collection = $1.value(in: applied) as? any SettlingCollection
      else { return }
      $0.formUnion(collection.merges(ofElementsIn: before))
    }
  }

  /// Applies a closure to a state.
  private func apply<State>(
    _ update: (inout State) throws -> Void, to state: inout State,
    _ target: AssertionContext.Target
  ) throws -> AssertionContext.Outcome {
    try run(target) { try update(&state) }
  }

  /// A state with a closure applied once more, without reporting its issues again.
  func reapplied<State>(
    _ update: (inout State) throws -> Void, to state: State, _ target: AssertionContext.Target
  ) throws -> State {
    var state = state
    _ = try withoutRepeatingIssues { try apply(update, to: &state, target) }
    return state
  }
}
