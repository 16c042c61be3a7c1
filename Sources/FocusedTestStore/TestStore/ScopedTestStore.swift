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
/// The scoped state can be missing for a time. The store then reports an issue for each assertion, which names the step
/// that removed the state, and for each `send`, whose action it doesn't send. A `receive` still finds an action that
/// arrived.
///
/// Create it by `scope` of a store, or of a scoped store. It keeps its store alive.
public struct ScopedTestStore<State, Action>: StoreUnderTest {
  let calls: any StoreCalls<State, Action>

  public var _scoped: ScopedTestStore { self }

  /// The scoped state, or `nil` if it no longer exists.
  ///
  /// Reads the store's ``TestStore/state``.
  public var state: State? { calls.scopedState }
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

/// A call of a test: its line, its assert closure, and the lens of the scoped store, if a scoped store is called.
struct TestCall<State, Action> {
  let callSite: CallSite
  var update: ((inout State) throws -> Void)?
  var lens: StoreLens<State, Action>?

  /// The name of the scoped store.
  var name: String {
    // The variable is not on the line of `scope` if the call is split.
    CallLine(at: callSite)?.receiver ?? lens?.name ?? store
  }

  /// The name of the store.
  var store: String { lens?.store ?? "store" }

  /// The state to which a failure refers: the whole one, or the scoped one if it exists.
  func view(of failure: UnmetExpectation) -> (State) -> Any? {
    guard failure.isOfPart, let lens else { return { $0 } }
    return lens.find
  }

  /// The call as code, with a closure of the scoped store if the change `isOfPart`, or else of the store.
  func code(
    _ action: Action, isSent: Bool, assigning statements: [AssertionCode.Statement],
    isOfPart: Bool, on store: String
  ) -> [String] {
    guard isOfPart, let lens else {
      return AssertionCode.call(action, isSent: isSent, on: store, assigning: statements)
    }
    let receiver = CallLine(at: callSite)?.receiver ?? lens.variable ?? "part"
    return lens.call(action, isSent, receiver, statements) ?? statements.flatMap(\.lines)
  }
}

extension TestStore {
  func scope<Child, ChildAction>(
    _ lens: StateLens<State, Child>, _ action: CasePath<Action, ChildAction>, at callSite: CallSite
  ) -> ScopedTestStore<Child, ChildAction> {
    ScopedTestStore(
      calls: ScopedCalls(
        self, lens, action, caseName: { action.caseName }, in: nil, at: callSite))
  }
}

/// Makes the calls of a scoped store as calls of the store.
private final class ScopedCalls<Root, RootAction, State, Action>: StoreCalls {
  private let store: TestStore<Root, RootAction>
  private let state: StateLens<Root, State>
  private let action: CasePath<RootAction, Action>
  private let lens: StoreLens<Root, RootAction>

  init(
    _ store: TestStore<Root, RootAction>, _ state: StateLens<Root, State>,
    _ action: CasePath<RootAction, Action>, caseName: @escaping () -> String?,
    in outer: StoreLens<Root, RootAction>?, at callSite: CallSite
  ) {
    self.store = store
    self.state = state
    self.action = action
    let lens = StoreLens(
      state, action, caseName: caseName, in: outer, of: store.recorder.published.liveState,
      at: callSite)
    self.lens = lens
    store.recorder.note(lens)
    if let listener = store.recorder.listener {
      store.scheduler.inOwnTurn { listener.didScope(lens, in: store.runtime.state) }
    }
  }

  var scopedState: State? {
    let states = store.recorder.published.now
    store.noteRead(of: states, by: lens)
    let value = state.find(states.visible)
    if value == nil, let reason = lens.unsupportedReason() {
      store.scheduler.inOwnTurn { [lens] in
        Issues.report(FailureMessages.unreadable(lens.name, reason: reason), at: lens.callSite)
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
    await store.receive(lifted(expectation), after: start, timeout: timeout, by: lifted(call))
  }

  nonisolated(nonsending) func assertNotReceived(
    _ expectation: ActionExpectation<Action>, at callSite: CallSite
  ) async {
    await store.assertNotReceived(lifted(expectation), at: callSite)
  }

  func assert(by call: TestCall<State, Action>) { store.assert(by: lifted(call)) }

  func scope<Child, ChildAction>(
    _ inner: StateLens<State, Child>, _ action: CasePath<Action, ChildAction>,
    at callSite: CallSite
  ) -> ScopedTestStore<Child, ChildAction> {
    ScopedTestStore(
      calls: ScopedCalls<Root, RootAction, Child, ChildAction>(
        store, state.appending(inner), self.action.appending(path: action),
        caseName: { action.caseName }, in: lens, at: callSite))
  }

  /// A call of the scoped store, as a call of the store.
  ///
  /// The closure throws ``ScopedStateIsMissing`` for a state without the scoped state.
  private func lifted(_ call: TestCall<State, Action>) -> TestCall<Root, RootAction> {
    let update = call.update.map { [state] update in
      { (root: inout Root) in
        guard var value = state.find(root) else { throw ScopedStateIsMissing() }
        try update(&value)
        state.replace(&root, value)
      }
    }
    return TestCall(callSite: call.callSite, update: update, lens: lens)
  }

  private func lifted(_ expectation: ActionExpectation<Action>) -> ActionExpectation<RootAction> {
    expectation.lifted(by: action, render: lens.wrapped)
  }
}

/// A scoped store's lens. It isn't generic, because that would cost a look-up of metadata at each step.
struct WeakLens {
  weak var lens: AnyObject?
}

// The scoped stores that the test still references.
extension StepRecorder {
  private var lenses: [StoreLens<State, Action>] {
    journalLock.withLock { _ in RuntimeConfined(scopes.compactMap(\.lens)) }.value
      .compactMap { $0 as? StoreLens<State, Action> }
  }

  fileprivate func note(_ lens: StoreLens<State, Action>) {
    // The lenses are released after the lock, because they hold closures of the test.
    withExtendedLifetime(lenses) {
      journalLock.withLock { _ in
        scopes.removeAll { $0.lens == nil }
        scopes.append(WeakLens(lens: lens))
      }
    }
  }

  /// Records which scoped states exist after the latest step.
  func watchScopes(_ state: State, sentAt callSite: CallSite?) {
    for lens in lenses { lens.watch(state, step: stepCount - 1, sentAt: callSite) }
  }

  /// The `receive` of a scoped store that follows a line in the test, if all changes are in the scoped state.
  func receiveOfScope(
    _ action: Action, before: State, after: State, below callSite: CallSite
  ) -> [String]? {
    lenses.reversed().lazy.compactMap { lens in
      // The variable must be known at the other line.
      guard let variable = lens.variable, lens.callSite.line < callSite.line,
        lens.callSite.filePath.description == callSite.filePath.description,
        lens.holdsDifference(before, after)
      else { return nil }
      return lens.call(action, false, variable, lens.statements(from: before, to: after))
    }
    .first
  }
}
