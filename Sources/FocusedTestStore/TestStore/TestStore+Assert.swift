import Core

extension TestStore {
  /// Checks the current state.
  ///
  /// The closure sets the expected values, as in `send`, and is applied to the current state: values that
  /// are right change nothing. In ``Exhaustivity/off`` only the fields that it changes are compared. In
  /// ``Exhaustivity/on`` the current state is that of the last asserted step.
  ///
  /// - Parameter update: Sets the expected values. An error that it throws is an issue.
  public func assert(
    _ update: (inout State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    assert(
      update, of: nil,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  func assert(
    _ update: (inout State) throws -> Void, of part: (any StorePart<State, Action>)?,
    at callSite: CallSite
  ) {
    if scheduler.overlapsSends { scheduler.touch() }
    recorder.behaviors?.willAssert(at: callSite)
    let state = assertedState ?? runtime.state
    if let failure = unmetNow(update, of: part, state: state, at: callSite) {
      report(failure, of: part, after: .assert, at: callSite)
    } else {
      recorder.behaviors?.didCompare(
        stepOfState, nil, isInFull: false, hasClosure: true, part, in: state, at: callSite)
    }
  }
}
