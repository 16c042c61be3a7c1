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

  /// A store for an optional child feature.
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
  /// - Returns: The child's store, or `nil` if the child state is `nil`.
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

  /// A store for an optional child feature, whose actions a case path wraps.
  public func scope<Child, ChildAction>(
    state keyPath: KeyPath<State, Child?>,
    action casePath: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction>? {
    scope(state: keyPath, action: casePath.embed)
  }
}
