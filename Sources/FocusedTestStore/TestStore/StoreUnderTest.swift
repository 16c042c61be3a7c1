import Core

/// A store that a test drives: a ``TestStore``, or a ``ScopedTestStore``.
///
/// Both take the same calls, so a helper can serve
/// a test of a whole feature and a test of the feature alone:
///
/// ```swift
/// func fail(_ login: some StoreUnderTest<Login.State, Login.Action>) async {
///   await login.send(.loginTapped)
///   await login.receive(.loginFailed(.wrongPassword)) { $0.error = "Wrong password" }
/// }
/// ```
public protocol StoreUnderTest<State, Action> {
  /// The state of the feature.
  associatedtype State
  /// The actions of the feature.
  associatedtype Action

  var _scoped: ScopedTestStore<State, Action> { get }
}

extension StoreUnderTest {
  /// Sends an action, runs all effects that can run, and checks what the closure says.
  ///
  /// As ``TestStore/send(_:assert:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - update: Changes the state to the expected one. An error that it throws is an issue.
  /// - Returns: A handle on the effects that follow from this action.
  @discardableResult
  nonisolated(nonsending) public func send(
    _ action: Action,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    await _scoped.calls.send(
      action, assert: update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

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
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    withoutActuallyEscaping(update) { _scoped.calls.assert($0, at: callSite) }
  }
}
