import Core

extension TestStore {
  func assert(by call: TestCall<State, Action>) {
    let shown = recorder.published.now
    if shown.isInClosure, driving.isInside {
      // Reported at once, because the issue buffer doesn't know that only the first run of a closure reports its issues.
      return Issues.report(
        FailureMessages.drivenFromInside(StoreCall.assert.rawValue, by: nil), at: call.callSite)
    }
    let (state, step) = shown.current
    scheduler.noteCall(.assert, at: call.callSite)
    let failure = unmetExpectation(
      of: call, under: plan, before: state, after: state, isAfterStep: false,
      generators: CountableGenerators(of: settings.effectiveDependencies).positions)
    // The closure of `assert` doesn't outlive the call.
    let call = TestCall(callSite: call.callSite, lens: call.lens)
    // Messages need the context of the turn's holder. Another task may be draining the store.
    scheduler.inOwnTurn { [self] in
      if let failure {
        report(failure, by: call, of: nil, from: state, to: state)
      } else {
        recorder.didCompare(
          step, before: state, isBeforeKept: false, after: state, isInFull: false,
          hasClosure: true, by: call)
      }
    }
  }

  /// Compares the state after a step with the closure that asserts the step, and notes the changes that it leaves out.
  ///
  /// - Parameter isBeforeKept: Whether `before` is the state before the step, which may no longer be kept.
  /// - Returns: The function that reports a failure, or `nil` if the state is as expected.
  func check(
    _ call: TestCall<State, Action>, under plan: Exhaustivity, of step: Int,
    before: State, isBeforeKept: Bool = true, after: State, generators: GeneratorPositions
  ) -> (() -> Void)? {
    if let failure = unmetExpectation(
      of: call, under: plan, before: before, after: after, generators: generators)
    {
      return { self.report(failure, by: call, of: step, from: before, to: after) }
    }
    if isBeforeKept, plan.notesSkipped {
      noteSkippedChanges(
        of: step, by: call, before: before, after: after, generators: generators)
    }
    let hasClosure = call.update != nil
    if recorder.listener != nil, hasClosure || plan.comparesEveryField || recorder.isSent(step) {
      recorder.didCompare(
        step, before: before, isBeforeKept: isBeforeKept, after: after,
        isInFull: plan.comparesEveryField, hasClosure: hasClosure, by: call)
    }
    return nil
  }

  /// Compares a state with a closure. Returns `nil` if it is as expected.
  ///
  /// - Parameters:
  ///   - before: The state before the step. In `assert`, which follows no step, the current state.
  ///   - isAfterStep: Whether the closure belongs to a step.
  func unmetExpectation(
    of call: TestCall<State, Action>, under plan: Exhaustivity, before: State, after: State,
    isAfterStep: Bool = true, generators: GeneratorPositions
  ) -> UnmetExpectation? {
    do {
      let failure: UnmetExpectation?
      if plan.comparesEveryField {
        failure = try unmetInFull(
          call, before: before, after: after, isAfterStep: isAfterStep, generators: generators)
        if failure == nil, let note = noteOnUncomparedFields(of: after) {
          Issues.report(note, severity: .note, at: call.callSite)
        }
      } else {
        if call.update == nil { return nil }
        failure = try unmetInPart(
          call, before: before, after: after, isAfterStep: isAfterStep, generators: generators)
      }
      guard let failure, let lens = call.lens else { return failure }
      return lens.own(failure, in: after)
    } catch is ScopedStateIsMissing {
      return UnmetExpectation(reason: .partIsMissing(isNew: call.lens?.find(after) != nil))
    } catch {
      return UnmetExpectation(reason: .threw(error))
    }
  }

  /// Compares every field: the state before, with the closure applied, must equal the state after.
  private func unmetInFull(
    _ call: TestCall<State, Action>,
    before: State, after: State, isAfterStep: Bool, generators: GeneratorPositions
  ) throws -> UnmetExpectation? {
    if call.update == nil {
      if comparison.areEqual(before, after) { return nil }
      return Difference.between(before, after).map { UnmetExpectation(reason: .unasserted($0)) }
    }
    let expected = try apply(
      call, to: before, stepFrom: before, generators: generators,
      target: isAfterStep ? .other : .actual(isAfterStep: false))
    if !comparison.areEqual(expected, after), let difference = Difference.between(expected, after) {
      return UnmetExpectation(reason: .state(difference))
    }
    if isAfterStep {
      let changesNothing =
        comparison.areEqual(expected, before) && !replacesObjects(of: before, by: expected)
      return changesNothing ? UnmetExpectation(reason: .changesNothing) : nil
    }
    let missed = closureOutcome.missed
    return missed.isEmpty ? nil : UnmetExpectation(reason: .missed(missed))
  }

  /// Whether a closure has replaced an object by an equal one. It states the values of an object that the step may have
  /// changed in place, so that the state before the step has these values, too.
  private func replacesObjects(of before: State, by expected: State) -> Bool {
    FieldPath.objects(in: expected).contains { path in
      guard let new = path.value(in: expected), let old = path.value(in: before) else {
        return false
      }
      return new as AnyObject !== old as AnyObject
    }
  }

  /// Compares only the fields that the closure changes.
  private func unmetInPart(
    _ call: TestCall<State, Action>,
    before: State, after: State, isAfterStep: Bool, generators: GeneratorPositions
  ) throws -> UnmetExpectation? {
    let applied = try apply(
      call, to: after, stepFrom: before, generators: generators,
      target: .actual(isAfterStep: isAfterStep))
    let outcome = closureOutcome
    let isMet = outcome.missed.isEmpty && isSame(applied, after, for: call.lens)
    if isMet, !outcome.changesMergedElements { return nil }
    return try unmetInPart(
      call, before: before, after: after, applied: applied, isMet: isMet, outcome: outcome,
      isAfterStep: isAfterStep, generators: generators)
  }

  /// Whether a closure has changed nothing, at least not in the state of a scoped store.
  private func isSame(
    _ applied: State, _ actual: State, for lens: StoreLens<State, Action>?
  ) -> Bool {
    lens?.isSame(applied, actual) == true || comparison.areEqual(applied, actual)
  }

  /// Reads a closure whose application to the actual state had other effects than none.
  ///
  /// A separate function, because the types that it needs would be looked up in each step (`make bench`, "send, no
  /// effect").
  private func unmetInPart(
    _ call: TestCall<State, Action>,
    before: State, after: State, applied: State, isMet: Bool, outcome: AssertionContext.Outcome,
    isAfterStep: Bool, generators: GeneratorPositions
  ) throws -> UnmetExpectation? {
    var (applied, isMet, outcome) = (applied, isMet, outcome)
    func apply(to state: State, _ target: AssertionContext.Target) throws -> State {
      try withoutRepeatingIssues {
        try self.apply(call, to: state, stepFrom: before, generators: generators, target: target)
      }
    }
    if isAfterStep, outcome.changesMergedElements {
      let merges = mergesOfElements(in: before, by: applied)
      if !merges.isEmpty {
        applied = try apply(to: after, .actual(isAfterStep: true, withoutMerges: merges))
        outcome = closureOutcome
        isMet = outcome.missed.isEmpty && isSame(applied, after, for: call.lens)
      }
    }
    if isMet { return nil }
    let reading = ClosureReading(
      before: isAfterStep ? before : nil, actual: after, applied: applied, outcome: outcome
    ) { state in
      do {
        return try apply(to: state, .other)
      } catch is ScopedStateIsMissing {
        // The closure has been applied to the actual state first, which contains the element.
        return state
      }
    }
    return try reading.failure()
  }

  /// The merges of a closure, by number, that change nothing because their elements existed before the step.
  private func mergesOfElements(in before: State, by applied: State) -> Set<Int> {
    FieldPath.paths(in: applied, where: { $0 is any SettlingCollection }).reduce(into: []) {
      guard let before = $1.value(in: before),
        let collection = $1.value(in: applied) as? any SettlingCollection
      else { return }
      $0.formUnion(collection.merges(ofElementsIn: before))
    }
  }

  /// The side effects of the latest application of a closure.
  private var closureOutcome: AssertionContext.Outcome {
    settings.rewindableDependencies.context.outcome
  }

  /// Applies the closure of a call to a state.
  func apply(
    _ call: TestCall<State, Action>, to state: State, stepFrom before: State,
    generators: GeneratorPositions, target: AssertionContext.Target
  ) throws -> State {
    var result = state
    recorder.published.beginClosure(at: before)
    defer { recorder.published.endClosure() }
    try settings.rewindableDependencies.rewound(to: generators, for: target)
      .asCurrent { try call.update?(&result) }
    return result
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
    /// The closure asserts a child state that is missing or, in `.on`, that the step added.
    case partIsMissing(isNew: Bool)
  }

  let reason: Reason
  /// Whether the reason refers to the scoped state that the closure asserts.
  var isOfPart = false

  /// Whether states were compared.
  var isOfComparison: Bool {
    switch reason {
    case .changesNothing, .unasserted, .state, .missed, .fields: true
    case .threw, .partIsMissing: false
    }
  }

  var mismatches: [FieldMismatch] {
    switch reason {
    case .fields(let mismatches, _): mismatches
    case .state(let difference): difference.mismatches
    case .threw, .changesNothing, .unasserted, .missed, .partIsMissing: []
    }
  }
}
