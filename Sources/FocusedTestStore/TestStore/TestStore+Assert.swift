import Core

extension TestStore {
  /// Checks the state as it is now.
  ///
  /// The closure sets what is expected, as in `send`. In ``Exhaustivity/off`` only the fields that
  /// it changes are compared. In ``Exhaustivity/on`` it is given the state as of the last asserted
  /// step, which it must already describe, so it changes nothing.
  public func assert(
    _ update: (inout State) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let now = state
    if let failure = unmetNow(update, state: now) {
      report(
        FailureMessages.unexpectedState(
          failure, after: FailureMessages.Moment<Action>.assert, later: nil), at: callSite)
    }
  }

  private func unmetNow(
    _ update: (inout State) throws -> Void, state now: State
  ) -> UnmetExpectation<State>? {
    do {
      let expected = try apply(
        update, to: now, stepFrom: now, generators: recorder.generators.positions)
      if expected == now { return nil }
      if checks(.stateChanges) {
        return UnmetExpectation(.state(before: now, expected: expected, actual: now))
      }
      let mismatches = FieldChanges.unmet(
        asValues: expected, asChange: expected, before: now, after: now)
      return UnmetExpectation(.fields(mismatches, areUnchanged: false))
    } catch {
      return UnmetExpectation(.threw(error))
    }
  }
}
