import Core

/// A store that a test drives: a ``TestStore``, or a ``ScopedTestStore``.
///
/// Both take the same calls, so a helper can serve a test of a whole feature and a test of the feature alone:
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
  /// Sends an action, runs all effects that can run, and checks the state against the closure.
  ///
  /// Works like ``TestStore/send(_:assert:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - update: Changes the state to the expected one. The store reports an error that it throws.
  /// - Returns: A handle to the effects that follow from this action.
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
  /// The closure sets the expected values, as in `send`, and is applied to the current state, in which
  /// correct values change nothing. In ``Exhaustivity/off`` only the fields that it changes are compared. In
  /// ``Exhaustivity/on`` the current state is that of the last asserted step.
  ///
  /// - Parameter update: Sets the expected values. The store reports an error that it throws.
  public func assert(
    _ update: (inout State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    withoutActuallyEscaping(update) { _scoped.calls.assert($0, at: callSite) }
  }
}

// Three kinds of lenses lead to a child's state: a key path to a value, one to an optional, and a case. Each takes
// a closure or a case path for the actions.

extension StoreUnderTest {
  /// A scoped store, by a key path to a value.
  ///
  /// ```swift
  /// let profile = store.scope(state: \.profile, action: { .profile($0) })
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The key path to the child's state.
  ///   - embed: Wraps an action of the child. It must only embed the payload: see `CasePath`.
  public func scope<Child, ChildAction>(
    state keyPath: WritableKeyPath<State, Child>, action embed: @escaping (ChildAction) -> Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> ScopedTestStore<Child, ChildAction> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _scoped.calls.scope(StateLens(keyPath), CasePath(embed, at: callSite), at: callSite)
  }

  /// A scoped store whose state may be missing, by a key path to an optional.
  ///
  /// ```swift
  /// let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
  /// let row = store.scope(
  ///   state: \.rows[id: 2], action: { .rows(.element(id: 2, action: $0)) })
  /// ```
  ///
  /// A key path can't name a case. Use ``scope(state:case:action:fileID:filePath:line:column:)`` for a case.
  public func scope<Child, ChildAction>(
    state keyPath: WritableKeyPath<State, Child?>, action embed: @escaping (ChildAction) -> Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> ScopedTestStore<Child, ChildAction> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _scoped.calls.scope(StateLens(keyPath), CasePath(embed, at: callSite), at: callSite)
  }

  /// A scoped store, by a case of an enum that may be missing, such as an element of a stack or a destination.
  ///
  /// ```swift
  /// let detail = store.scope(
  ///   state: \.path[id: 0], case: { .detail($0) },
  ///   action: { .path(.element(id: 0, action: .detail($0))) })
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The key path to the enum.
  ///   - embedState: The case, as a closure from the state of the child to the enum.
  ///   - embed: Wraps an action of the child.
  public func scope<Screen, Child, ChildAction>(
    state keyPath: WritableKeyPath<State, Screen?>, case embedState: @escaping (Child) -> Screen,
    action embed: @escaping (ChildAction) -> Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> ScopedTestStore<Child, ChildAction> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _scoped.calls.scope(
      StateLens(keyPath).appending(StateLens(CasePath(embedState, at: callSite))),
      CasePath(embed, at: callSite), at: callSite)
  }

  /// A scoped store, by a case of an enum.
  ///
  /// ```swift
  /// let login = store.scope(state: { .login($0) }, action: { .login($0) })
  /// ```
  ///
  /// Both closures embed a value of the child in a value of the parent.
  public func scope<Child, ChildAction>(
    state embedState: @escaping (Child) -> State, action embed: @escaping (ChildAction) -> Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> ScopedTestStore<Child, ChildAction> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _scoped.calls.scope(
      StateLens(CasePath(embedState, at: callSite)), CasePath(embed, at: callSite), at: callSite)
  }

  /// A scoped store, by a key path to a value, and a case path to its actions.
  public func scope<Child, ChildAction>(
    state keyPath: WritableKeyPath<State, Child>, action path: CasePath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> ScopedTestStore<Child, ChildAction> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _scoped.calls.scope(StateLens(keyPath), path, at: callSite)
  }

  /// A scoped store whose state may be missing, by a key path to an optional, and a case path to its actions.
  public func scope<Child, ChildAction>(
    state keyPath: WritableKeyPath<State, Child?>, action path: CasePath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> ScopedTestStore<Child, ChildAction> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _scoped.calls.scope(StateLens(keyPath), path, at: callSite)
  }

  /// A scoped store, by case paths.
  public func scope<Child, ChildAction>(
    state statePath: CasePath<State, Child>, action path: CasePath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> ScopedTestStore<Child, ChildAction> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _scoped.calls.scope(StateLens(statePath), path, at: callSite)
  }
}

extension CasePath {
  fileprivate init(_ embed: @escaping (Value) -> Root, at callSite: CallSite) {
    self.init(
      embed, fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line,
      column: callSite.column)
  }
}
