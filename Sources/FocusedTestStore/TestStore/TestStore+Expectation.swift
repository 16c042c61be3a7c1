import Core

/// Why a state is not what a closure says.
///
/// A class, because almost every step has none: to pass on a missing object costs nothing, where a
/// missing value of a generic type costs a look-up of that type.
final class UnmetExpectation<State: Equatable> {
  enum Reason {
    /// The closure threw.
    case threw(any Error)
    /// The closure changed nothing, and nothing had changed.
    case changesNothing
    /// Nothing was said of the state, and it changed.
    case unasserted(before: State, actual: State)
    /// The whole state was compared.
    case state(before: State, expected: State, actual: State)
    /// Only the fields that the closure changes were compared; none of them may have changed at all.
    case fields([FieldMismatch], areUnchanged: Bool)
  }

  let reason: Reason

  init(_ reason: Reason) {
    self.reason = reason
  }
}

extension TestStore {
  /// Compares a step with what a closure says of it; nil when it is as expected.
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

  /// Every field counts: the state before with the closure applied must be the state after.
  private func unmetInFull(
    _ update: ((inout State) throws -> Void)?,
    before: State, after: State, generators: GeneratorPositions
  ) throws -> UnmetExpectation<State>? {
    guard let update else {
      if before == after { return nil }
      return UnmetExpectation(.unasserted(before: before, actual: after))
    }
    let expected = try apply(update, to: before, stepFrom: before, generators: generators)
    guard expected == after else {
      return UnmetExpectation(.state(before: before, expected: expected, actual: after))
    }
    return expected == before ? UnmetExpectation(.changesNothing) : nil
  }

  /// Only what the closure changes counts. It is read in two ways: as explicit values, which change
  /// nothing in the state after; or as a change of the state before, such as `$0.count += 1`.
  private func unmetInPart(
    _ update: ((inout State) throws -> Void)?,
    before: State, after: State, generators: GeneratorPositions
  ) throws -> UnmetExpectation<State>? {
    guard let update else { return nil }
    let asValues = try apply(update, to: after, stepFrom: before, generators: generators)
    if asValues == after { return nil }
    let asChange = try apply(update, to: before, stepFrom: before, generators: generators)
    let mismatches = outermost(
      FieldChanges.unmet(asValues: asValues, asChange: asChange, before: before, after: after))
    guard !mismatches.isEmpty else { return nil }
    let areUnchanged = mismatches.allSatisfy { mismatch in
      guard case .found(let old) = mismatch.path.lookUp(in: before) else { return false }
      return areEqual(old, mismatch.actual)
    }
    return UnmetExpectation(.fields(mismatches, areUnchanged: areUnchanged))
  }

  /// The two readings can find a field and a part of it, which are one cause.
  private func outermost(_ mismatches: [FieldMismatch]) -> [FieldMismatch] {
    mismatches.filter { mismatch in
      !mismatches.contains { $0.path != mismatch.path && $0.path.contains(mismatch.path) }
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

  func report(_ message: String, at callSite: CallSite) {
    Issues.report(message, at: callSite)
  }
}
