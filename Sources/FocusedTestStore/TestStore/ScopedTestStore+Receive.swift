import Core

// As those of `TestStore`, of which each is a call.
extension ScopedTestStore {
  nonisolated(nonsending) private func receive(
    _ expectation: ActionExpectation<Action>, timeout: Duration?,
    assert update: ((inout State) throws -> Void)?, at callSite: CallSite
  ) async {
    _ = await driver.receive(
      expectation, after: 0, timeout: timeout, assert: update, at: callSite)
  }

  /// Checks that an effect sent an action of the part, waiting for it if it can still come.
  ///
  /// - Parameters:
  ///   - action: The expected action.
  ///   - timeout: The longest time to wait for events from outside. The default is the store's.
  ///   - update: Sets the expected values in the part's state. An error that it throws is an issue.
  nonisolated(nonsending) public func receive(
    _ action: Action,
    timeout: Duration? = nil, assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async where Action: Equatable {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      .action(action), timeout: timeout, assert: update, at: callSite)
  }

  /// Checks that an effect sent an action of the part that meets a condition.
  nonisolated(nonsending) public func receive(
    where isMatching: @escaping (Action) -> Bool,
    timeout: Duration? = nil, assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(.condition(matches: isMatching), timeout: timeout, assert: update, at: callSite)
  }

  /// Checks that an effect sent an action of a case, whatever its payload.
  nonisolated(nonsending) public func receive<Value>(
    case embed: @escaping (Value) -> Action,
    timeout: Duration? = nil, assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      .anyOf(CasePath(embed), at: callSite), timeout: timeout, assert: update, at: callSite)
  }

  /// Checks that an effect sent an action of a case with a payload.
  nonisolated(nonsending) public func receive<Value: Equatable>(
    case embed: @escaping (Value) -> Action,
    _ value: Value,
    timeout: Duration? = nil, assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      .action(in: CasePath(embed), value), timeout: timeout, assert: update, at: callSite)
  }

  /// Checks that an effect sent an action of a case, whatever its payload.
  nonisolated(nonsending) public func receive<Value>(
    case path: CasePath<Action, Value>,
    timeout: Duration? = nil, assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(.anyOf(path, at: callSite), timeout: timeout, assert: update, at: callSite)
  }

  /// Checks that an effect sent an action of a case with a payload.
  nonisolated(nonsending) public func receive<Value: Equatable>(
    case path: CasePath<Action, Value>,
    _ value: Value,
    timeout: Duration? = nil, assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(.action(in: path, value), timeout: timeout, assert: update, at: callSite)
  }

  /// Checks that effects sent all of these actions of the part, in this order; others may come in
  /// between. In ``Exhaustivity/on`` nothing may.
  nonisolated(nonsending) public func receive(
    inOrder actions: Action...,
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async where Action: Equatable {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    var start = 0
    for action in actions {
      let index = await driver.receive(
        .action(action), after: start, timeout: timeout, assert: nil,
        at: callSite)
      guard let index else { return }
      start = index + 1
    }
  }
}

extension ScopedTestStore {
  /// Checks that no effect has sent an action of the part since the last `send` of the store.
  nonisolated(nonsending) public func assertNotReceived(
    _ action: Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async where Action: Equatable {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await driver.assertNotReceived(.action(action), at: callSite)
  }

  /// Checks that no effect has sent an action of the part that meets a condition since the last `send`.
  nonisolated(nonsending) public func assertNotReceived(
    where isMatching: @escaping (Action) -> Bool,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await driver.assertNotReceived(.condition(matches: isMatching), at: callSite)
  }

  /// Checks that no effect has sent an action of a case since the last `send`.
  nonisolated(nonsending) public func assertNotReceived<Value>(
    case embed: @escaping (Value) -> Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await driver.assertNotReceived(.anyOf(CasePath(embed), at: callSite), at: callSite)
  }

  /// Checks that no effect has sent an action of a case since the last `send`.
  nonisolated(nonsending) public func assertNotReceived<Value>(
    case path: CasePath<Action, Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await driver.assertNotReceived(.anyOf(path, at: callSite), at: callSite)
  }
}
