extension Store {
  /// A store for a child feature, which shows a part of this one's state and sends through it.
  ///
  /// ```swift
  /// ProfileView(store: store.scope(state: \.profile, action: { .profile($0) }))
  /// ```
  ///
  /// There is still one state: the child's state and its tasks are this store's. The child store
  /// keeps this store alive, never the other way round.
  ///
  /// - Parameters:
  ///   - keyPath: Where the child's state is.
  ///   - embed: Wraps an action of the child. Any function will do, also `{ .rows(id, $0) }`.
  public func scope<Child, ChildAction>(
    state keyPath: KeyPath<State, Child>,
    action embed: @escaping (ChildAction) -> Action
  ) -> Store<Child, ChildAction> {
    Store<Child, ChildAction>(
      backing: ScopedBacking(parent: backing, .member(keyPath), embed: embed))
  }

  /// A store for a child feature that may not be there.
  ///
  /// ```swift
  /// if let child = store.scope(state: \.child, action: { .child($0) }) {
  ///   ChildView(store: child)
  /// }
  /// ```
  ///
  /// Observers of the call are notified when the child comes or goes, not when something in it
  /// changes. Once its state is gone, the child's store keeps the last one, so that a view on its
  /// way out has something to show. So while a child's store exists, an action that changes a
  /// collection in the child's state copies it once.
  ///
  /// - Returns: The child's store, or `nil` if there is no child state now.
  public func scope<Child, ChildAction>(
    state keyPath: KeyPath<State, Child?>,
    action embed: @escaping (ChildAction) -> Action
  ) -> Store<Child, ChildAction>? {
    backing.access(.presence(of: keyPath))
    guard let initialState = backing.read(keyPath) else { return nil }
    return Store<Child, ChildAction>(
      backing: ScopedBacking(
        parent: backing, .optional(keyPath, last: initialState), embed: embed))
  }

  /// A store for a child feature, whose actions a case path wraps.
  public func scope<Child, ChildAction>(
    state keyPath: KeyPath<State, Child>,
    action casePath: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction> {
    scope(state: keyPath, action: casePath.embed)
  }

  /// A store for a child feature that may not be there, whose actions a case path wraps.
  public func scope<Child, ChildAction>(
    state keyPath: KeyPath<State, Child?>,
    action casePath: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction>? {
    scope(state: keyPath, action: casePath.embed)
  }

  /// A store for a case of an enum state.
  ///
  /// ```swift
  /// if let welcome = store.scope(state: { .welcome($0) }, action: { .welcome($0) }) {
  ///   Button("Start") { welcome.send(.startTapped) }
  /// } else if let notes = store.scope(state: { .notes($0) }, action: { .notes($0) }) {
  ///   NotesView(store: notes)
  /// }
  /// ```
  ///
  /// Both closures go from the child to the parent. Observers of the call are notified when the case
  /// comes or goes, not when something in it changes.
  ///
  /// - Parameters:
  ///   - embedState: The case, as a closure from the state of the child to the state of this store.
  ///   - embed: Wraps an action of the child.
  /// - Returns: The child's store, or `nil` if the state is in another case.
  public func scope<Child, ChildAction>(
    state embedState: @escaping (Child) -> State,
    action embed: @escaping (ChildAction) -> Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Store<Child, ChildAction>? {
    scope(
      state: CasePath(
        embedState, fileID: fileID, filePath: filePath, line: line, column: column),
      action: embed)
  }

  /// A store for a case of an enum state, by a case path.
  public func scope<Child, ChildAction>(
    state path: CasePath<State, Child>,
    action embed: @escaping (ChildAction) -> Action
  ) -> Store<Child, ChildAction>? {
    let identity = Identity()
    backing.access(.presence(of: path, identity))
    guard let initialState = path.extract(from: backing.state) else { return nil }
    return Store<Child, ChildAction>(
      backing: ScopedBacking(
        parent: backing, .enumCase(path, identity, last: initialState), embed: embed))
  }
}
