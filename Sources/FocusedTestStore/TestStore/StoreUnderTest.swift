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
  /// In ``Exhaustivity/off`` only the fields that the closure changes are compared, with the state
  /// right after the action was reduced. In ``Exhaustivity/on``, the closure must change the state
  /// before the action to the state after it, in every field. Without a closure, no field may
  /// change.
  ///
  /// The closure sets the expected values. Prefer explicit values. In `.off`, the closure is applied to the
  /// actual state, in which correct values change nothing. If it changes a field, it is applied to its own
  /// result. If that changes again, as with `$0.count += 1`, it is applied to the state before the action. So
  /// it runs at most three times, once more if it removes elements of a list and adds others, and once more if it adds
  /// elements that an identified array already had.
  ///
  /// Reports an issue and ignores the call if one of the store's own effects makes it, or if another call of the
  /// store is running.
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
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return await _scoped.operations.send(action, by: TestCall(callSite: callSite, update: update))
  }

  /// Checks the current state.
  ///
  /// The closure sets the expected values, as in `send`, and is applied to the current state, in which
  /// correct values change nothing. In ``Exhaustivity/off`` only the fields that it changes are compared. In
  /// ``Exhaustivity/on`` the current state is that of the last asserted step.
  ///
  /// Like `send`, it reports an issue and ignores the call if one of the store's own effects makes it, or if another task
  /// uses the store at that time.
  ///
  /// - Parameter update: Sets the expected values. The store reports an error that it throws.
  public func assert(
    _ update: (inout State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    withoutActuallyEscaping(update) {
      _scoped.operations.assert(by: TestCall(callSite: callSite, update: $0))
    }
  }

  // MARK: - Received actions

  nonisolated(nonsending) private func receive(
    _ expectation: ActionExpectation<Action>, timeout: Duration?,
    assert update: ((inout State) throws -> Void)?, at callSite: CallSite
  ) async {
    _ = await _scoped.operations.receive(
      expectation, after: 0, timeout: timeout, by: TestCall(callSite: callSite, update: update))
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
    await receive(
      inOrder: matches.map(\.expectation), timeout: timeout,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  nonisolated(nonsending) private func receive(
    inOrder expectations: [ActionExpectation<Action>], timeout: Duration?, at callSite: CallSite
  ) async {
    var start = 0
    for expectation in expectations {
      let index = await _scoped.operations.receive(
        expectation, after: start, timeout: timeout, by: TestCall(callSite: callSite))
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
    await _scoped.operations.assertNotReceived(
      .action(action),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Checks that no effect has sent an action that meets a condition since the last `send`.
  nonisolated(nonsending) public func assertNotReceived(
    where isMatching: @escaping (Action) -> Bool,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await _scoped.operations.assertNotReceived(
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
    await _scoped.operations.assertNotReceived(.anyOf(path, at: callSite), at: callSite)
  }
}

/// The calls by which a test drives a store, independent of the store's own types.
protocol StoreOperations<State, Action> {
  associatedtype State
  associatedtype Action

  var scopedState: State? { get }

  nonisolated(nonsending) func send(
    _ action: Action, by call: TestCall<State, Action>
  ) async -> TestStoreTask

  /// - Returns: The index of the action among those received, or `nil` if it was reported to be missing.
  nonisolated(nonsending) func receive(
    _ expectation: ActionExpectation<Action>, after start: Int, timeout: Duration?,
    by call: TestCall<State, Action>
  ) async -> Int?

  nonisolated(nonsending) func assertNotReceived(
    _ expectation: ActionExpectation<Action>, at callSite: CallSite
  ) async

  func assert(by call: TestCall<State, Action>)

  func scope<Child, ChildAction>(
    _ lens: StateLens<State, Child>, _ action: CasePath<Action, ChildAction>, at callSite: CallSite
  ) -> ScopedTestStore<Child, ChildAction>
}

extension TestStore: StoreUnderTest, StoreOperations {
  public var _scoped: ScopedTestStore<State, Action> { ScopedTestStore(operations: self) }
  var scopedState: State? { state }
}
