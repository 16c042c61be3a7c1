import Core

extension TestStore {
  /// Compares a step with what a closure says of it; `nil` if it is as expected.
  func unmetExpectation(
    _ update: ((inout State) throws -> Void)?,
    before: State,
    after: State,
    generators: GeneratorPositions
  ) -> UnmetExpectation<State>? {
    do {
      return checks(.stateChanges)
        ? try unmetInFull(update, before: before, after: after, generators: generators)
        : try unmetInPart(update, before: before, after: after, generators: generators)
    } catch {
      return UnmetExpectation(.threw(error))
    }
  }

  /// Compares every field: the state before with the closure applied must be the state after.
  private func unmetInFull(
    _ update: ((inout State) throws -> Void)?,
    before: State, after: State, generators: GeneratorPositions
  ) throws -> UnmetExpectation<State>? {
    guard let update else {
      if before == after { return nil }
      return Difference.between(before, after).map { UnmetExpectation(.unasserted($0)) }
    }
    let expected = try apply(update, to: before, stepFrom: before, generators: generators)
    if expected != after, let difference = Difference.between(expected, after) {
      return UnmetExpectation(.state(before: before, difference))
    }
    return expected == before ? UnmetExpectation(.changesNothing) : nil
  }

  /// Compares only the fields that the closure changes.
  private func unmetInPart(
    _ update: ((inout State) throws -> Void)?,
    before: State, after: State, generators: GeneratorPositions
  ) throws -> UnmetExpectation<State>? {
    guard let update else { return nil }
    func apply(to state: State) throws -> State {
      try self.apply(update, to: state, stepFrom: before, generators: generators)
    }
    let reading = ClosureReading(
      before: before, after: after, apply: apply,
      reapply: { state in try withoutRepeatingIssues { try apply(to: state) } })
    let mismatches = try reading.mismatches()
    guard !mismatches.isEmpty else { return nil }
    let areUnchanged = mismatches.allSatisfy { mismatch in
      mismatch.path.value(in: before).map { areEqual($0, mismatch.actual) } ?? false
    }
    return UnmetExpectation(.fields(mismatches, areUnchanged: areUnchanged))
  }

  /// Compares the current state with what a closure says of it.
  func unmetNow(
    _ update: (inout State) throws -> Void, state now: State
  ) -> UnmetExpectation<State>? {
    let generators = recorder.generators.positions
    return withoutActuallyEscaping(update) { update in
      do {
        guard checks(.stateChanges) else {
          return try unmetInPart(update, before: now, after: now, generators: generators)
        }
        let expected = try apply(update, to: now, stepFrom: now, generators: generators)
        if expected == now { return nil }
        return Difference.between(expected, now).map {
          UnmetExpectation(.state(before: now, $0))
        }
      } catch {
        return UnmetExpectation(.threw(error))
      }
    }
  }

  func apply(
    _ update: (inout State) throws -> Void,
    to state: State, stepFrom before: State, generators: GeneratorPositions
  ) throws -> State {
    var result = state
    stateInClosure = before
    defer { stateInClosure = nil }
    try rewindableDependencies.rewound(to: generators).asCurrent { try update(&result) }
    return result
  }
}
