import Core

/// The comparison of states with an assert closure: after a step, or in `assert`.
struct ClosureCheck {
  /// Whether every field is compared, or only the fields that the closure changes.
  let isInFull: Bool
  /// Whether the closure belongs to a step.
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
      return try update.flatMap {
        try partialFailure(of: $0, by: comparison, from: before, to: after)
      }
    }
    guard let update else {
      if comparison.areEqual(before, after) { return nil }
      return Difference.between(before, after).map { UnmetExpectation(reason: .unasserted($0)) }
    }
    // The state before, with the closure applied, must equal the state after.
    let (expected, outcome) = try apply(
      update, to: before, isAfterStep ? .other : .actual(isAfterStep: false))
    if !comparison.areEqual(expected, after), let difference = Difference.between(expected, after) {
      return UnmetExpectation(reason: .state(difference))
    }
    if isAfterStep {
      let changesNothing =
        comparison.areEqual(expected, before) && !replacesObjects(of: before, by: expected)
      return changesNothing ? UnmetExpectation(reason: .changesNothing) : nil
    }
    return outcome.missed.isEmpty ? nil : UnmetExpectation(reason: .missed(outcome.missed))
  }

  /// Whether a closure has replaced an object by an equal one. It states the values of an object that the step may have
  /// changed in place, so that the state before the step has these values, too.
  private func replacesObjects<State>(of before: State, by expected: State) -> Bool {
    FieldPath.objects(in: expected).contains { path in
      guard let new = path.value(in: expected), let old = path.value(in: before) else {
        return false
      }
      return new as AnyObject !== old as AnyObject
    }
  }

  /// Compares only the fields that the closure changes.
  private func partialFailure<State>(
    of update: @escaping (inout State) throws -> Void, by comparison: Equality<State>,
    from before: State?, to after: State
  ) throws -> UnmetExpectation? {
    var (applied, outcome) = try apply(update, to: after, .actual(isAfterStep: isAfterStep))
    if isAfterStep, outcome.changesMergedElements, let before {
      let merges = mergesOfElements(in: before, by: applied)
      if !merges.isEmpty {
        (applied, outcome) = try withoutRepeatingIssues {
          try apply(update, to: after, .actual(isAfterStep: true, withoutMerges: merges))
        }
      }
    }
    if outcome.missed.isEmpty, comparison.areEqual(applied, after) { return nil }
    let reading = ClosureReading(
      before: isAfterStep ? before : nil, actual: after, applied: applied, outcome: outcome
    ) { state in
      try withoutRepeatingIssues { try apply(update, to: state, .other).state }
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
  func apply<State>(
    _ update: (inout State) throws -> Void, to state: State, _ target: AssertionContext.Target
  ) throws -> (state: State, outcome: AssertionContext.Outcome) {
    var result = state
    let outcome = try run(target) { try update(&result) }
    return (result, outcome)
  }
}
