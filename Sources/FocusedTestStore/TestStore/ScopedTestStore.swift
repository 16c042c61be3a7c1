import Core

/// A part of a ``TestStore``: the state and the actions of one child feature.
///
/// A test of a whole feature whose subject is one of its children says where the child is once, and then
/// reads like a test of the child alone:
///
/// ```swift
/// let login = store.scope(state: { .login($0) }, action: { .login($0) })
///
/// await login.send(.loginTapped) { $0.attempts = 1 }
/// await login.receive(.loginFailed(.wrongPassword)) { $0.error = "Wrong password" }
/// await store.receive(.delegate(.lockedOut))
/// #expect(login.state?.attempts == 1)
/// ```
///
/// It is a view of the store and no store of its own: each call is the store's, with the action wrapped
/// and the closure applied to the part. So exhaustivity, order, history and timeouts are those of the
/// store, and calls of both can be mixed. In ``Exhaustivity/on`` a closure of a part states the change
/// of the whole state: what else changed is an issue.
///
/// A part may come and go. To assert it while it is not there is an issue that says since when, and an
/// action sent by it then is not sent. An action of the part that was received all the same is found.
///
/// It is made by `scope` of a store, or of a part. It keeps its store alive.
public struct ScopedTestStore<State, Action> {
  let driver: any PartDriving<State, Action>

  init(driver: any PartDriving<State, Action>) {
    self.driver = driver
  }

  /// The state of the part, or `nil` if it is not there.
  ///
  /// It is that part of the store's ``TestStore/state``.
  public var state: State? { driver.state }

  /// Sends an action of the part, runs all effects that can run, and checks what the closure says.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - update: Changes the part's state to the expected one. An error that it throws is an issue.
  /// - Returns: A handle on the effects that follow from this action.
  @discardableResult
  nonisolated(nonsending) public func send(
    _ action: Action,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    await driver.send(
      action, assert: update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Checks the part's current state.
  ///
  /// - Parameter update: Sets the expected values. An error that it throws is an issue.
  public func assert(
    _ update: (inout State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    withoutActuallyEscaping(update) { driver.assert($0, at: callSite) }
  }
}
