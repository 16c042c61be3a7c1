import Core

/// A store that a test drives, or a part of one.
///
/// ``TestStore`` and ``ScopedTestStore`` are these, and take the same calls, so that a helper can serve
/// a test of a whole feature and one of the feature alone:
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

  var _calls: _StoreCalls<State, Action> { get }
}

/// How the calls of a test reach a store.
public struct _StoreCalls<State, Action> {
  let calls: any StoreCalls<State, Action>
}

/// The calls by which a test drives a store, whatever the store's own types.
protocol StoreCalls<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  nonisolated(nonsending) func send(
    _ action: Action, assert update: ((inout State) throws -> Void)?, at callSite: CallSite
  ) async -> TestStoreTask

  /// - Returns: The index of the action among those received, or `nil` if it was reported to be missing.
  nonisolated(nonsending) func receive(
    _ expectation: ActionExpectation<Action>, after start: Int, timeout: Duration?,
    assert update: ((inout State) throws -> Void)?, at callSite: CallSite
  ) async -> Int?

  nonisolated(nonsending) func assertNotReceived(
    _ expectation: ActionExpectation<Action>, at callSite: CallSite
  ) async

  func assert(_ update: @escaping (inout State) throws -> Void, at callSite: CallSite)

  func scope<Child, ChildAction>(
    _ path: PartPath<State, Child>, _ action: CasePath<Action, ChildAction>, at callSite: CallSite
  ) -> ScopedTestStore<Child, ChildAction>
}

extension StoreUnderTest {
  /// Sends an action, runs all effects that can run, and checks what the closure says.
  ///
  /// As ``TestStore/send(_:assert:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - update: Changes the state to the expected one. The store reports an error that it throws
  ///     as an issue.
  /// - Returns: A handle on the effects that follow from this action.
  @discardableResult
  nonisolated(nonsending) public func send(
    _ action: Action,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    await _calls.calls.send(
      action, assert: update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Checks the current state.
  ///
  /// The closure sets the expected values, as in `send`, and is applied to the current state: values that
  /// are right change nothing. In ``Exhaustivity/off`` only the fields that it changes are compared. In
  /// ``Exhaustivity/on`` the current state is that of the last asserted step.
  ///
  /// - Parameter update: Sets the expected values. The store reports an error that it throws as an
  ///   issue.
  public func assert(
    _ update: (inout State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    withoutActuallyEscaping(update) { _calls.calls.assert($0, at: callSite) }
  }
}
