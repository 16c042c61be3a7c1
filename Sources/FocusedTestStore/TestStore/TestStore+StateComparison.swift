import Core

extension TestStore {
  func assert(by call: TestCall<State, Action>) {
    guard driving.begin(.assert, at: call.callSite) else { return }
    defer { driving.end() }
    let shown = recorder.published.now
    let state = shown.current
    let failure = unmetExpectation(
      of: call, under: plan, step: shown.step, before: state, after: state, isAfterStep: false,
      generators: CountableGenerators(of: effectiveDependencies).positions)
    // The closure of `assert` doesn't outlive the call.
    let call = TestCall(callSite: call.callSite, lens: call.lens)
    // Messages need the context of the turn's holder. A clock or a task handle may be draining the store in another task.
    scheduler.inOwnTurn { [self] in
      if let failure {
        report(failure, by: call, of: nil, from: state, to: state)
      } else {
        recorder.didCompare(shown.step, after: state, isInFull: false, hasClosure: true, by: call)
      }
    }
  }

  /// Compares the state after a step with the closure that asserts the step, and notes the changes that it leaves out.
  ///
  /// - Parameter isBeforeKept: Whether `before` is the state before the step, which may no longer be kept.
  /// - Returns: The function that reports a failure, or `nil` if the state is as expected.
  func check(
    _ call: TestCall<State, Action>, under plan: Exhaustivity, of step: Int,
    before: State, isBeforeKept: Bool = true, after: State
  ) -> (() -> Void)? {
    var call = call
    // Without a closure, a change outside the scope of a scoped store is one of the whole state.
    if call.update == nil, plan.comparesEveryField,
      call.lens?.holdsDifference(before, after) == false
    {
      call = call.ofStore
    }
    if let failure = unmetExpectation(
      of: call, under: plan, step: step, before: before, after: after,
      generators: recorder.journal.generators(before: step))
    {
      return { [call] in self.report(failure, by: call, of: step, from: before, to: after) }
    }
    if isBeforeKept, plan.notesSkipped {
      noteSkippedChanges(of: step, by: call, before: before, after: after)
    }
    let hasClosure = call.update != nil
    if recorder.hasListeners, hasClosure || plan.comparesEveryField || recorder.isSent(step) {
      recorder.didCompare(
        step, after: after, isInFull: plan.comparesEveryField, hasClosure: hasClosure, by: call)
    }
    return nil
  }

  /// Compares a state with a closure. Returns `nil` if it is as expected.
  ///
  /// - Parameters:
  ///   - step: The compared step. In `assert`, the last step of the current state.
  ///   - before: The state before the step. In `assert`, which follows no step, the current state.
  ///   - isAfterStep: Whether the closure belongs to a step.
  private func unmetExpectation(
    of call: TestCall<State, Action>, under plan: Exhaustivity, step: Int, before: State,
    after: State, isAfterStep: Bool = true, generators: GeneratorPositions
  ) -> UnmetExpectation? {
    if call.update == nil, !plan.comparesEveryField { return nil }
    let check = closureCheck(
      under: plan, isAfterStep: isAfterStep, stepFrom: before, generators: generators)
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

  /// The comparison of states with a closure.
  func closureCheck(
    under plan: Exhaustivity, isAfterStep: Bool = true, stepFrom before: State,
    generators: GeneratorPositions
  ) -> ClosureCheck {
    ClosureCheck(isInFull: plan.comparesEveryField, isAfterStep: isAfterStep) {
      [self] target, closure in
      recorder.published.showInClosure(before)
      defer { recorder.published.showInClosure(nil) }
      // `assert` can run while a setter of another task holds the turn.
      let dependencies =
        isAfterStep ? rewindableDependencies : RewindableDependencies(effectiveDependencies)
      try dependencies.run(at: generators, for: target) {
        guard let foreign else { return try closure() }
        try foreign.run(isExhaustive: plan.comparesEveryField, closure)
      }
      return dependencies.context.outcome
    }
  }
}

extension TestStore {
  /// The note on the fields that no comparison of a state reaches: of the first comparison or failure that has such
  /// fields (S27), and `nil` from then on.
  func noteOnUncomparedFields(of state: Any?) -> String? {
    guard comparison.byOperator == nil, !hasNamedUncomparedFields.load(ordering: .relaxed),
      let fields = state.map(uncomparedFields), !fields.isEmpty,
      !hasNamedUncomparedFields.exchange(true, ordering: .relaxed)
    else { return nil }
    return FailureMessages.notCompared(fields)
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
