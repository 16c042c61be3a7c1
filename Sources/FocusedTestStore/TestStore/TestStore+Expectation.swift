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
      return exhaustivity.checks(.stateChanges)
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
    let said = try apply(update, to: after, stepFrom: before, generators: generators)
    if said == after { return nil }
    return try unmet(update, said: said, before: before, after: after, generators: generators)
  }

  /// Finds the fields that are not as a closure says. Apart, because the steps that are as expected
  /// would look up the types for it, too.
  @inline(never)
  private func unmet(
    _ update: (inout State) throws -> Void,
    said: State, before: State, after: State, generators: GeneratorPositions
  ) throws -> UnmetExpectation<State>? {
    let mismatches = try withoutActuallyEscaping(update) { update in
      try ClosureReading(before: before, after: after, said: said) { state in
        try withoutRepeatingIssues {
          try self.apply(update, to: state, stepFrom: before, generators: generators)
        }
      }
      .mismatches()
    }
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
    try dependencies(rewoundTo: generators).asCurrent { try update(&result) }
    return result
  }
}
