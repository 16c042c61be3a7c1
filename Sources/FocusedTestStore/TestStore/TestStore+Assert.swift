import Core

extension TestStore {
  /// Checks the state as it is now.
  ///
  /// The closure sets what is expected, as in `send`; no step leads to this state, so a change is not as
  /// expected either. In ``Exhaustivity/off`` only the fields that it changes are compared. In ``Exhaustivity/on`` it is given the state as of the last asserted
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
      report(failure, after: .assert, at: callSite)
    }
  }
}
