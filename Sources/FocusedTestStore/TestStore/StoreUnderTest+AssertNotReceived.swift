import Core

extension StoreUnderTest {
  /// Checks that no effect has sent an action since the last `send`.
  ///
  /// An action that a `receive` has asserted counts, too. Everything that can run without an outside
  /// event runs first; an action that such an event may still cause is not waited for.
  nonisolated(nonsending) public func assertNotReceived(
    _ action: Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async where Action: Equatable {
    await _calls.calls.assertNotReceived(
      .action(action),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Checks that no effect has sent an action that meets a condition since the last `send`.
  nonisolated(nonsending) public func assertNotReceived(
    where isMatching: @escaping (Action) -> Bool,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await _calls.calls.assertNotReceived(
      .condition(matches: isMatching),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Checks that no effect has sent an action of a case since the last `send`.
  nonisolated(nonsending) public func assertNotReceived<Value>(
    case embed: @escaping (Value) -> Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await assertNotReceived(
      case: CasePath(embed), fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Checks that no effect has sent an action of a case since the last `send`.
  nonisolated(nonsending) public func assertNotReceived<Value>(
    case path: CasePath<Action, Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await _calls.calls.assertNotReceived(.anyOf(path, at: callSite), at: callSite)
  }
}
