import ComposableArchitecture
import Core
import FocusedTestStore

// The calls that name an action by TCA's case key paths. All others are the store's own.
extension FocusedTestStore.TestStore where Action: CasePathable {
  /// Sends an action without a payload: `await store.send(\.increment)`.
  @_disfavoredOverload
  @discardableResult
  nonisolated(nonsending) public func send(
    _ path: CaseKeyPath<Action, Void>,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> FocusedTestStore.TestStoreTask {
    await send(
      path(()), assert: update, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Sends an action with a payload: `await store.send(\.queryChanged, "Rain")`.
  @_disfavoredOverload
  @discardableResult
  nonisolated(nonsending) public func send<Value>(
    _ path: CaseKeyPath<Action, Value>, _ value: Value,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> FocusedTestStore.TestStoreTask {
    await send(
      path(value), assert: update, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Checks that an effect sent an action of a case: `await store.receive(\.factResponse.success)`.
  @_disfavoredOverload
  nonisolated(nonsending) public func receive<Value>(
    _ path: CaseKeyPath<Action, Value>,
    timeout: Swift.Duration? = nil, assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await receive(
      case: casePath(path), timeout: timeout, assert: update,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Checks that an effect sent an action of a case with a payload: `await store.receive(\.loaded, "Rain")`.
  @_disfavoredOverload
  nonisolated(nonsending) public func receive<Value: Equatable>(
    _ path: CaseKeyPath<Action, Value>, _ value: Value,
    timeout: Swift.Duration? = nil, assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await receive(
      case: casePath(path), value, timeout: timeout, assert: update,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Checks that no effect has sent an action of a case since the last `send`.
  nonisolated(nonsending) public func assertNotReceived<Value>(
    _ path: CaseKeyPath<Action, Value>,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await assertNotReceived(
      case: casePath(path), fileID: fileID, filePath: filePath, line: line, column: column)
  }

  private func casePath<Value>(
    _ path: CaseKeyPath<Action, Value>
  ) -> Core.CasePath<Action, Value> {
    Core.CasePath(embed: { path($0) }, extract: { $0[case: path] })
  }
}

extension FocusedTestStore.TestStore {
  /// Checks that an effect sent an action that meets a condition.
  @_disfavoredOverload
  nonisolated(nonsending) public func receive(
    _ isMatching: @escaping (Action) -> Bool,
    timeout: Swift.Duration? = nil, assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await receive(
      where: isMatching, timeout: timeout, assert: update,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension FocusedTestStore.TestClock where Duration == Swift.Duration {
  /// Wakes all sleepers, in the order of their deadlines.
  ///
  /// - Parameter timeout: Has no effect, because the call never waits. TCA's clock has it.
  nonisolated(nonsending) public func run(
    timeout: Swift.Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await run(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
