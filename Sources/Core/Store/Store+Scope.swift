extension Store {
  /// A store for a child feature, which shows a part of this store's state and sends its actions to this store.
  ///
  /// ```swift
  /// ProfileView(store: store.scope(state: \.profile, action: { .profile($0) }))
  /// ```
  ///
  /// There is still one state: the child's state and its tasks belong to this store. The child
  /// store keeps this store alive. This store doesn't keep the child store alive.
  ///
  /// - Parameters:
  ///   - keyPath: The key path to the child's state.
  ///   - embed: Wraps an action of the child. It can be any function, such as `{ .rows(id, $0) }`.
  public func scope<Child, ChildAction>(
    state keyPath: KeyPath<State, Child>,
    action embed: @escaping (ChildAction) -> Action
  ) -> Store<Child, ChildAction> {
    Store<Child, ChildAction>(
      backing: ScopedBacking(
        parent: backing, .member(keyPath), embed: embed))
  }

  /// A store for an optional child feature.
  ///
  /// ```swift
  /// if let child = store.scope(state: \.child, action: { .child($0) }) {
  ///   ChildView(store: child)
  /// }
  /// ```
  ///
  /// Observers of the call are notified when the child is added or removed, but not when the child
  /// changes. After the removal, the child's store keeps the last state, so that a disappearing
  /// view still has content. While a child's store exists, an action that changes a collection in
  /// the child's state therefore copies the collection once.
  ///
  /// - Returns: The child's store, or `nil` if the child state is `nil`.
  public func scope<Child, ChildAction>(
    state keyPath: KeyPath<State, Child?>,
    action embed: @escaping (ChildAction) -> Action
  ) -> Store<Child, ChildAction>? {
    let child = StatePart<State, Child>(id: [keyPath]) { $0[keyPath: keyPath] }
    return scope(child, now: child.read(backing.state), embed)
  }

  /// - Parameter childState: The child's state, or `nil` if there is none.
  private func scope<Child, ChildAction>(
    _ child: StatePart<State, Child>, now childState: Child?,
    _ embed: @escaping (ChildAction) -> Action
  ) -> Store<Child, ChildAction>? {
    backing.access(.presence(of: child))
    return childState.map {
      Store<Child, ChildAction>(
        backing: ScopedBacking(parent: backing, child, last: $0, embed: embed))
    }
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
  /// Both closures wrap a value of the child in a case of the parent. Observers of the call are notified when
  /// the state enters or leaves the case, but not when the case's value changes.
  ///
  /// - Parameters:
  ///   - embedState: The case, as a closure from the child's state to this store's state.
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
    // A case path can't be compared, so each scoped store observes its case by its own identity.
    let child = StatePart<State, Child>(id: [Identity()]) { path.find(in: $0) }
    return scope(child, now: path.extract(from: backing.state), embed)
  }
}

/// The backing of a scoped store: a view of a part of another store, without its own state.
///
/// After an optional part was removed, it shows the last value of the part.
@MainActor
final class ScopedBacking<Parent, ParentAction, State, Action>: StoreBacking {
  private let parent: any StoreBacking<Parent, ParentAction>
  private let scope: StatePart<Parent, State>
  /// The last state of a part that can be removed.
  private var last: State?
  /// The parent updates `last` as long as the token exists.
  private let token = Identity()
  private let embed: (Action) -> ParentAction
  var interceptors: [any Interceptor<State, Action>] = []

  init(
    parent: any StoreBacking<Parent, ParentAction>, _ scope: StatePart<Parent, State>,
    last: State? = nil, embed: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    self.scope = scope
    self.last = last
    self.embed = embed
    guard last != nil else { return }
    parent.follow(token, in: scope.list) { [weak self] in
      if let self { self.last = state }
    }
  }

  var state: State { (scope.read(parent.state) ?? last)! }

  var isStateThere: Bool { parent.isStateThere && scope.read(parent.state) != nil }

  func access<Value>(_ part: StatePart<State, Value>) {
    parent.access(part.pullback(scope))
  }

  func follow(
    _ token: Identity, in list: ObservedList<State>?, _ update: @escaping @MainActor () -> Void
  ) {
    parent.follow(token, in: scope.list(around: list), update)
  }

  func send(_ action: Action, didReduce: ((State, State) -> Void)?) -> StoreTask {
    guard didReduce != nil || !interceptors.isEmpty else {
      return parent.send(embed(action), didReduce: nil)
    }
    return parent.send(embed(action)) { [scope, last, interceptors] oldParent, newParent in
      let oldState = (scope.read(oldParent) ?? last)!
      let newState = scope.read(newParent) ?? oldState
      didReduce?(oldState, newState)
      for interceptor in interceptors {
        interceptor.didDispatch(action, from: oldState, to: newState)
      }
    }
  }
}
