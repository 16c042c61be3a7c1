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

  // MARK: - Received actions

  nonisolated(nonsending) private func receive(
    _ expectation: ActionExpectation<Action>, timeout: Duration?,
    assert update: ((inout State) throws -> Void)?, at callSite: CallSite
  ) async {
    _ = await _scoped.calls.receive(
      expectation, after: 0, timeout: timeout, assert: update, at: callSite)
  }

  /// Checks that an effect sent an action, and waits for it if it can still arrive.
  ///
  /// In ``Exhaustivity/off`` it matches the first received action since the last `send` that equals
  /// `action` and has not been asserted yet, in any position. In ``Exhaustivity/on`` the action
  /// must be the next one.
  ///
  /// If no effect in flight can still send the action, the call fails immediately. The closure is compared with the
  /// state right after the action was reduced, like the closure of `send`.
  ///
  /// For actions that are not `Equatable`, or if only a part of the payload matters, name the case, with or without its
  /// payload, or state a condition:
  ///
  /// ```swift
  /// await store.receive(case: { .loaded($0) })
  /// await store.receive(case: { .loaded($0) }, ["Rain"])
  /// await store.receive(where: { $0.isLoaded })
  /// ```
  ///
  /// - Parameters:
  ///   - action: The expected action.
  ///   - timeout: The longest time to wait for external events. The default is the store's
  ///     ``TestStore/timeout``.
  ///   - update: Sets the expected values in the state. The store reports an error that it throws.
  nonisolated(nonsending) public func receive(
    _ action: Action,
    timeout: Duration? = nil, assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async where Action: Equatable {
    await receive(
      .action(action), timeout: timeout, assert: update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Checks that an effect sent an action that meets a condition.
  ///
  /// ```swift
  /// await store.receive(where: { $0.isLoaded })
  /// ```
  ///
  /// - Parameters:
  ///   - isMatching: Whether an action is the expected one. The closure may run several times for the same action.
  ///   - timeout: The longest time to wait for external events.
  ///   - update: Sets the expected values in the state.
  nonisolated(nonsending) public func receive(
    where isMatching: @escaping (Action) -> Bool,
    timeout: Duration? = nil, assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await receive(
      .condition(matches: isMatching), timeout: timeout, assert: update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Checks that an effect sent an action of a case with any payload.
  ///
  /// ```swift
  /// await store.receive(case: { .loaded($0) })
  /// ```
  nonisolated(nonsending) public func receive<Value>(
    case embed: @escaping (Value) -> Action,
    timeout: Duration? = nil, assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await receive(
      case: CasePath(embed), timeout: timeout, assert: update,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Checks that an effect sent an action of a case with a payload.
  nonisolated(nonsending) public func receive<Value: Equatable>(
    case embed: @escaping (Value) -> Action,
    _ value: Value,
    timeout: Duration? = nil, assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await receive(
      case: CasePath(embed), value, timeout: timeout, assert: update,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Checks that an effect sent an action of a case with any payload.
  nonisolated(nonsending) public func receive<Value>(
    case path: CasePath<Action, Value>,
    timeout: Duration? = nil, assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      .anyOf(path, at: callSite), timeout: timeout, assert: update, at: callSite)
  }

  /// Checks that an effect sent an action of a case with a payload.
  nonisolated(nonsending) public func receive<Value: Equatable>(
    case path: CasePath<Action, Value>,
    _ value: Value,
    timeout: Duration? = nil, assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await receive(
      .action(in: path, value),
      timeout: timeout, assert: update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Checks that effects sent all of these actions, in this order. Other actions may arrive in
  /// between.
  ///
  /// In ``Exhaustivity/on``, no other action may arrive in between. For actions that are not `Equatable`, name
  /// their cases: `receive(inOrder: .case { .started }, .case { .loaded($0) })`.
  nonisolated(nonsending) public func receive(
    inOrder actions: Action...,
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async where Action: Equatable {
    await receive(
      inOrder: actions.map { .action($0) }, timeout: timeout,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Checks that effects sent an action for each of these matches, in this order. Other actions may arrive in
  /// between.
  ///
  /// ```swift
  /// await store.receive(inOrder: .case { .started }, .where { $0.isLoaded })
  /// ```
  ///
  /// In ``Exhaustivity/on``, no other action may arrive in between.
  nonisolated(nonsending) public func receive(
    inOrder matches: ActionMatch<Action>...,
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      inOrder: matches.map { $0.expectation(callSite) }, timeout: timeout, at: callSite)
  }

  nonisolated(nonsending) private func receive(
    inOrder expectations: [ActionExpectation<Action>], timeout: Duration?, at callSite: CallSite
  ) async {
    var start = 0
    for expectation in expectations {
      let index = await _scoped.calls.receive(
        expectation, after: start, timeout: timeout, assert: nil, at: callSite)
      guard let index else { return }
      start = index + 1
    }
  }

  /// Checks that no effect has sent an action since the last `send`.
  ///
  /// An action that a `receive` has asserted also counts. All work that needs no external event runs first.
  /// The call doesn't wait for actions that an external event may still cause.
  nonisolated(nonsending) public func assertNotReceived(
    _ action: Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async where Action: Equatable {
    await _scoped.calls.assertNotReceived(
      .action(action),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Checks that no effect has sent an action that meets a condition since the last `send`.
  nonisolated(nonsending) public func assertNotReceived(
    where isMatching: @escaping (Action) -> Bool,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await _scoped.calls.assertNotReceived(
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
    await _scoped.calls.assertNotReceived(.anyOf(path, at: callSite), at: callSite)
  }

  // MARK: - Scoped stores

  // Three kinds of lenses lead to a child's state: a key path to a value, one to an optional, and a case. Each takes
  // a closure or a case path for the actions.

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
