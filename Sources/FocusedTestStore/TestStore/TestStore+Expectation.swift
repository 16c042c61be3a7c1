import Core
import SourceReading

extension TestStore {
  /// Compares a step with what a closure says of it; `nil` if it is as expected.
  ///
  /// - Parameter part: The part of the state that the closure is about, unless it is the whole.
  func unmetExpectation(
    _ update: ((inout State) throws -> Void)?,
    of part: (any StorePart<State, Action>)? = nil,
    before: State,
    after: State,
    generators: GeneratorPositions,
    at callSite: CallSite
  ) -> UnmetExpectation<State>? {
    do {
      let failure: UnmetExpectation<State>?
      if plan.comparesEveryField {
        guard canCompareEveryField(before, after, at: callSite) else { return nil }
        failure = try unmetInFull(
          update, before: before, after: after, generators: generators, at: callSite)
        if failure == nil { noteUncomparedFields(of: after, at: callSite) }
      } else {
        failure = try unmetInPart(
          update, of: part, before: before, after: after, generators: generators, at: callSite)
      }
      guard let failure, let part else { return failure }
      return part.own(failure, before: before, after: after)
    } catch {
      return failure(for: error, part?.value(in: after))
    }
  }

  private func failure(for error: any Error, _ part: Any?) -> UnmetExpectation<State> {
    UnmetExpectation(
      error is PartIsMissing ? .partIsMissing(isNew: part != nil) : .threw(error))
  }

  /// Compares every field: the state before with the closure applied must be the state after.
  private func unmetInFull(
    _ update: ((inout State) throws -> Void)?,
    before: State, after: State, generators: GeneratorPositions, at callSite: CallSite
  ) throws -> UnmetExpectation<State>? {
    guard let update else {
      if comparison.areEqual(before, after) { return nil }
      return Difference.between(before, after).map { UnmetExpectation(.unasserted($0)) }
    }
    let expected = try apply(update, to: before, stepFrom: before, generators: generators)
    var claims = takeClaims(at: callSite)
    if !claims.isEmpty { claims.removeAll(where: \.isMerge) }
    if !comparison.areEqual(expected, after), let difference = Difference.between(expected, after) {
      return UnmetExpectation(.state(before: before, difference))
    }
    if !claims.isEmpty { return UnmetExpectation(.claims(claims)) }
    return comparison.areEqual(expected, before) ? UnmetExpectation(.changesNothing) : nil
  }

  /// Compares only the fields that the closure changes.
  private func unmetInPart(
    _ update: ((inout State) throws -> Void)?, of part: (any StorePart<State, Action>)?,
    before: State, after: State, generators: GeneratorPositions, at callSite: CallSite
  ) throws -> UnmetExpectation<State>? {
    guard let update else { return nil }
    let said = try apply(update, to: after, stepFrom: before, generators: generators)
    let claims = takeClaims()
    let isAsSaid = part?.isSame(in: said, after) == true || comparison.areEqual(said, after)
    if isAsSaid, claims.isEmpty { return nil }
    return try unmet(
      update, said: said, claims, before: before, after: after, generators: generators,
      at: callSite)
  }

  /// What the latest run of an assert closure has asked for and is not so.
  private func takeClaims() -> [UnmetClaim] { rewindableDependencies?.claims.take() ?? [] }

  /// Those of them that the closure makes itself.
  private func takeClaims(at callSite: CallSite) -> [UnmetClaim] {
    let claims = takeClaims()
    return claims.isEmpty ? [] : claims.filter(ClosureSource(at: callSite).mayMake)
  }

  /// Finds the fields that are not as a closure says. Apart, because the steps that are as expected
  /// would look up the types for it, too.
  @inline(never)
  private func unmet(
    _ update: (inout State) throws -> Void,
    said: State, _ claims: [UnmetClaim], before: State, after: State,
    generators: GeneratorPositions, at callSite: CallSite
  ) throws -> UnmetExpectation<State>? {
    // Values that are right run on no state where they could trap.
    let source = claims.isEmpty ? nil : ClosureSource(at: callSite)
    let isConfined = source?.reachesBeyond(before, after: after) == false
    let taken = isConfined ? claims.compactMap(\.taken) : []
    var claims = claims.filter { claim in
      source?.mayMake(claim) == true
        && (isConfined || !comparison.areEqual(said, after) || claim.taken == nil)
    }
    let mismatches = try withoutActuallyEscaping(update) { update in
      try ClosureReading(
        before: before, after: after, said: said, taken: taken,
        takesAway: !claims.isEmpty && isConfined && source?.takesAway == true,
        derivesValues: {
          ClosureFields.compared(at: callSite).paths.contains { $0.comparison == .derived }
            && !ClosureSource(at: callSite).reachesBeyond(before, after: after)
        }
      ) { state in
        do {
          return try withoutRepeatingIssues {
            try self.apply(update, to: state, stepFrom: before, generators: generators)
          }
        } catch is PartIsMissing {
          // The part is in the actual state, where the closure has been applied first.
          return state
        }
      } didReadAsChange: { takesAway in
        // What the step has brought about is so after it, and was not before.
        let claimsOfChange = self.takeClaims().filter { !$0.isMerge }.map(\.subject)
        claims.removeAll {
          (takesAway || $0.taken != nil) && !claimsOfChange.contains($0.subject)
        }
      }
      .mismatches()
    }
    guard !mismatches.isEmpty else {
      return claims.isEmpty ? nil : UnmetExpectation(.claims(claims))
    }
    let areUnchanged = mismatches.allSatisfy { mismatch in
      mismatch.path.value(in: before).map { areEqual($0, mismatch.actual) } ?? false
    }
    return UnmetExpectation(.fields(mismatches, areUnchanged: areUnchanged))
  }

  /// Compares the current state with what a closure says of it.
  func unmetNow(
    _ update: (inout State) throws -> Void, of part: (any StorePart<State, Action>)?,
    state now: State, at callSite: CallSite
  ) -> UnmetExpectation<State>? {
    let generators = recorder.generators.positions
    return withoutActuallyEscaping(update) { update in
      do {
        let failure: UnmetExpectation<State>?
        if plan.comparesEveryField {
          guard canCompareEveryField(now, now, at: callSite) else { return nil }
          let expected = try apply(update, to: now, stepFrom: now, generators: generators)
          let claims = takeClaims(at: callSite)
          let difference =
            comparison.areEqual(expected, now) ? nil : Difference.between(expected, now)
          failure =
            difference.map { UnmetExpectation(.state(before: now, $0)) }
            ?? (claims.isEmpty ? nil : UnmetExpectation(.claims(claims)))
          if failure == nil { noteUncomparedFields(of: now, at: callSite) }
        } else {
          failure = try unmetInPart(
            update, of: part, before: now, after: now, generators: generators, at: callSite)
        }
        guard let failure, let part else { return failure }
        return part.own(failure, before: now, after: now)
      } catch {
        return self.failure(for: error, nil)
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

extension UnmetClaim {
  /// What has the id of the element that the closure adds. Such a closure describes a change.
  fileprivate var taken: Any? { if case .adds(_, let taken, _) = kind { taken } else { nil } }

  /// Whether the closure adds an element only if it is not there.
  fileprivate var isMerge: Bool {
    if case .adds(_, _, isMerge: true) = kind { true } else { false }
  }
}
