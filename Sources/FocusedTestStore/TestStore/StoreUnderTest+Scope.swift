import Core

// Three ways lead to a part of a state: a key path to a value, one to an optional, and a case. Each takes
// a closure or a case path for the actions.

extension StoreUnderTest {
  /// A part of the state, by a key path to a value that is always there.
  ///
  /// ```swift
  /// let profile = store.scope(state: \.profile, action: { .profile($0) })
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: Where the part is in the state.
  ///   - embed: Wraps an action of the part. It must only embed the payload: see `CasePath`.
  public func scope<Child, ChildAction>(
    state keyPath: WritableKeyPath<State, Child>, action embed: @escaping (ChildAction) -> Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> ScopedTestStore<Child, ChildAction> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _calls.calls.scope(PartPath(keyPath), CasePath(embed, at: callSite), at: callSite)
  }

  /// An optional part of the state, by a key path.
  ///
  /// ```swift
  /// let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
  /// let row = store.scope(
  ///   state: \.rows[id: 2], action: { .rows(.element(id: 2, action: $0)) })
  /// ```
  ///
  /// A key path cannot name a case. ``scope(state:case:action:fileID:filePath:line:column:)`` has an
  /// argument for it.
  public func scope<Child, ChildAction>(
    state keyPath: WritableKeyPath<State, Child?>, action embed: @escaping (ChildAction) -> Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> ScopedTestStore<Child, ChildAction> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _calls.calls.scope(PartPath(keyPath), CasePath(embed, at: callSite), at: callSite)
  }

  /// A case of an optional enum, such as an element of a stack or a destination.
  ///
  /// ```swift
  /// let detail = store.scope(
  ///   state: \.path[id: 0], case: { .detail($0) },
  ///   action: { .path(.element(id: 0, action: .detail($0))) })
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: Where the enum is in the state.
  ///   - embedState: The case, as a closure from the state of the child to the enum.
  ///   - embed: Wraps an action of the child.
  public func scope<Screen, Child, ChildAction>(
    state keyPath: WritableKeyPath<State, Screen?>, case embedState: @escaping (Child) -> Screen,
    action embed: @escaping (ChildAction) -> Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> ScopedTestStore<Child, ChildAction> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _calls.calls.scope(
      PartPath(keyPath).appending(PartPath(CasePath(embedState, at: callSite))),
      CasePath(embed, at: callSite), at: callSite)
  }

  /// A part of the state that is a case of an enum.
  ///
  /// ```swift
  /// let login = store.scope(state: { .login($0) }, action: { .login($0) })
  /// ```
  ///
  /// Both closures go from the child to the parent.
  public func scope<Child, ChildAction>(
    state embedState: @escaping (Child) -> State, action embed: @escaping (ChildAction) -> Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> ScopedTestStore<Child, ChildAction> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _calls.calls.scope(
      PartPath(CasePath(embedState, at: callSite)), CasePath(embed, at: callSite), at: callSite)
  }

  /// A part of the state, by a key path to a value that is always there, and a case path to its actions.
  public func scope<Child, ChildAction>(
    state keyPath: WritableKeyPath<State, Child>, action path: CasePath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> ScopedTestStore<Child, ChildAction> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _calls.calls.scope(PartPath(keyPath), path, at: callSite)
  }

  /// An optional part of the state, by a key path, and a case path to its actions.
  public func scope<Child, ChildAction>(
    state keyPath: WritableKeyPath<State, Child?>, action path: CasePath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> ScopedTestStore<Child, ChildAction> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _calls.calls.scope(PartPath(keyPath), path, at: callSite)
  }

  /// A part of the state that is a case of an enum, by case paths.
  public func scope<Child, ChildAction>(
    state statePath: CasePath<State, Child>, action path: CasePath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> ScopedTestStore<Child, ChildAction> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _calls.calls.scope(PartPath(statePath), path, at: callSite)
  }
}

extension CasePath {
  fileprivate init(_ embed: @escaping (Value) -> Root, at callSite: CallSite) {
    self.init(
      embed, fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line,
      column: callSite.column)
  }
}
