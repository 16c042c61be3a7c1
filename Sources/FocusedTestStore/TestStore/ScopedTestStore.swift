import Core

/// A store of a child feature in a ``TestStore``: the child's state, and its actions.
///
/// Use it in a test of a whole feature whose subject is one child. The test creates it once, and then reads like a test
/// of the child alone:
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
/// Each call is a call of the store, with the action wrapped and the closure applied to the scoped state. So
/// exhaustivity, order, history, and timeouts are those of the store, and a test can mix calls of both. In
/// ``Exhaustivity/on``, a closure of a scoped store states the change of the whole state: the store reports an issue for
/// every other change.
///
/// The scoped state can be missing for a time. The store then reports an issue for each assertion, and for each `send`,
/// whose action it doesn't send. A `receive` still finds an action that arrived.
///
/// Create it by `scope` of a store, or of a scoped store. It keeps its store alive.
public struct ScopedTestStore<State, Action>: StoreUnderTest {
  let operations: any StoreOperations<State, Action>

  public var _scoped: ScopedTestStore { self }

  /// The scoped state, or `nil` if it no longer exists.
  ///
  /// Reads the store's ``TestStore/state``.
  public var state: State? { operations.scopedState }
}

extension StoreUnderTest {
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
    return _scoped.operations.scope(StateLens(keyPath), CasePath(embed, at: callSite), at: callSite)
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
    return _scoped.operations.scope(StateLens(keyPath), CasePath(embed, at: callSite), at: callSite)
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
    return _scoped.operations.scope(
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
    return _scoped.operations.scope(
      StateLens(CasePath(embedState, at: callSite)), CasePath(embed, at: callSite), at: callSite)
  }

  /// A scoped store, by a key path to a value, and a case path to its actions.
  public func scope<Child, ChildAction>(
    state keyPath: WritableKeyPath<State, Child>, action path: CasePath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> ScopedTestStore<Child, ChildAction> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _scoped.operations.scope(StateLens(keyPath), path, at: callSite)
  }

  /// A scoped store whose state may be missing, by a key path to an optional, and a case path to its actions.
  public func scope<Child, ChildAction>(
    state keyPath: WritableKeyPath<State, Child?>, action path: CasePath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> ScopedTestStore<Child, ChildAction> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _scoped.operations.scope(StateLens(keyPath), path, at: callSite)
  }

  /// A scoped store, by case paths.
  public func scope<Child, ChildAction>(
    state statePath: CasePath<State, Child>, action path: CasePath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> ScopedTestStore<Child, ChildAction> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _scoped.operations.scope(StateLens(statePath), path, at: callSite)
  }
}

extension CasePath {
  fileprivate init(_ embed: @escaping (Value) -> Root, at callSite: CallSite) {
    self.init(
      embed, fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line,
      column: callSite.column)
  }
}

/// A call of a test: its line, its assert closure, and the lens of the scoped store, if a scoped store is called.
struct TestCall<State, Action> {
  let callSite: CallSite
  /// Applies the assert closure. A closure of a scoped store leaves a state without the scoped state as it is.
  var update: ((inout State) throws -> Void)?
  var lens: StoreLens<State, Action>?
  /// Compares two scoped states with the closure, if a scoped store is called.
  var compare: ((_ before: State, _ after: State, ClosureCheck) throws -> UnmetExpectation?)?

  /// The call of the store itself, without a closure, at the same line.
  var ofStore: TestCall { TestCall(callSite: callSite) }

  /// The name of the called store.
  var name: String { CallLine(at: callSite)?.receiver ?? lens?.name ?? "store" }
}

extension TestStore {
  func scope<Child, ChildAction>(
    _ lens: StateLens<State, Child>, _ action: CasePath<Action, ChildAction>, at callSite: CallSite
  ) -> ScopedTestStore<Child, ChildAction> {
    ScopedTestStore(operations: ScopedOperations(self, lens, action, in: nil, at: callSite))
  }
}

/// Makes the calls of a scoped store as calls of the store: embeds the actions, and lifts the closures.
private struct ScopedOperations<Root, RootAction, State, Action>: StoreOperations {
  private let store: TestStore<Root, RootAction>
  private let state: StateLens<Root, State>
  private let action: CasePath<RootAction, Action>
  private let lens: StoreLens<Root, RootAction>
  private let comparison = Equality<State>()
  private let comparisonOfRoot = Equality<Root>()

  init(
    _ store: TestStore<Root, RootAction>, _ state: StateLens<Root, State>,
    _ action: CasePath<RootAction, Action>, in outer: StoreLens<Root, RootAction>?,
    at callSite: CallSite
  ) {
    self.store = store
    self.state = state
    self.action = action
    lens = StoreLens(state, in: outer, at: callSite)
    if store.hasListeners {
      store.notify { [lens] in .didScope(lens, in: $0.runtime.state) }
    }
  }

  var scopedState: State? {
    let value = state.find(store.state(readBy: lens))
    if value == nil, lens.unsupportedReason() != nil {
      store.scheduler.inOwnTurn { [lens] in
        Issues.report(FailureMessages.unreadable(lens), at: lens.callSite)
      }
    }
    return value
  }

  nonisolated(nonsending) func send(
    _ action: Action, by call: TestCall<State, Action>
  ) async -> TestStoreTask {
    await store.send(self.action.embed(action), by: lifted(call))
  }

  nonisolated(nonsending) func receive(
    _ expectation: ActionExpectation<Action>, after start: Int, timeout: Duration?,
    by call: TestCall<State, Action>
  ) async -> Int? {
    await store.receive(
      expectation.lifted(by: action), after: start, timeout: timeout, by: lifted(call))
  }

  nonisolated(nonsending) func assertNotReceived(
    _ expectation: ActionExpectation<Action>, at callSite: CallSite
  ) async {
    await store.assertNotReceived(expectation.lifted(by: action), at: callSite)
  }

  func assert(by call: TestCall<State, Action>) { store.assert(by: lifted(call)) }

  func scope<Child, ChildAction>(
    _ inner: StateLens<State, Child>, _ action: CasePath<Action, ChildAction>,
    at callSite: CallSite
  ) -> ScopedTestStore<Child, ChildAction> {
    ScopedTestStore(
      operations: ScopedOperations<Root, RootAction, Child, ChildAction>(
        store, state.appending(inner), self.action.appending(path: action), in: lens, at: callSite))
  }

  /// A call of the scoped store, as a call of the store.
  private func lifted(_ call: TestCall<State, Action>) -> TestCall<Root, RootAction> {
    let update = call.update.map { [state] update in
      { (root: inout Root) in
        guard var value = state.find(root) else { return }
        try update(&value)
        state.replace(&root, value)
      }
    }
    return TestCall(
      callSite: call.callSite, update: update, lens: lens,
      compare: { before, after, check in
        let (old, new) = (state.find(before), state.find(after))
        guard let new, !check.isInFull || old != nil else {
          return .missingState(isNew: new != nil)
        }
        let failure = try check.failure(of: call.update, by: comparison, from: old, to: new)
        if failure != nil || !check.isInFull { return failure }
        // The closure changes nothing outside the scope, so the step must not either.
        var expected = before
        state.replace(&expected, new)
        if comparisonOfRoot.areEqual(expected, after) { return nil }
        return Difference.between(expected, after).map { .outsideScope($0) }
      })
  }
}
