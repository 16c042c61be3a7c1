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
}

/// The backing of a scoped store: a view of a part of another store, without a state of its own.
///
/// Once a part that may go is gone, it shows the last value that the part had.
@MainActor
final class ScopedBacking<Parent, ParentAction, State, Action>: StoreBacking, StateFollower {
  /// Where the part is in the parent's state.
  enum Place {
    case member(KeyPath<Parent, State>)
    case optional(KeyPath<Parent, State?>, last: State)
  }

  let selections = Selections<State>()
  private let parent: any StoreBacking<Parent, ParentAction>
  private var place: Place
  private let embed: (Action) -> ParentAction
  private var interceptors: [any Interceptor<State, Action>] = []

  init(
    parent: any StoreBacking<Parent, ParentAction>, _ place: Place,
    embed: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    self.place = place
    self.embed = embed
    if case .optional = place { parent.add(follower: self) }
  }

  var state: State {
    switch place {
    case .member(let keyPath): parent.read(keyPath)
    case .optional(let keyPath, let last): parent.read(keyPath) ?? last
    }
  }

  var isStateThere: Bool {
    if case .optional(let keyPath, _) = place { parent.read(keyPath) != nil } else { true }
  }

  func stateDidChange() {
    guard case .optional(let keyPath, _) = place, let state = parent.read(keyPath) else { return }
    place = .optional(keyPath, last: state)
  }

  func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value { state[keyPath: keyPath] }

  func access<Value>(_ part: StatePart<State, Value>) {
    switch place {
    case .member(let keyPath): parent.access(part.pullback(keyPath))
    case .optional(let keyPath, _): parent.access(part.pullback(keyPath))
    }
  }

  func register(interceptor: some Interceptor<State, Action>) {
    interceptors.append(interceptor)
  }

  func add(follower: any StateFollower) {
    parent.add(follower: follower)
  }

  func send(_ action: Action, didReduce: ((State, State) -> Void)?) -> StoreTask {
    guard didReduce != nil || !interceptors.isEmpty else {
      return parent.send(embed(action), didReduce: nil)
    }
    return parent.send(embed(action)) { [place, interceptors] oldParent, newParent in
      let (oldState, newState) =
        switch place {
        case .member(let keyPath): (oldParent[keyPath: keyPath], newParent[keyPath: keyPath])
        case .optional(let keyPath, let last):
          (
            oldParent[keyPath: keyPath] ?? last,
            newParent[keyPath: keyPath] ?? oldParent[keyPath: keyPath] ?? last
          )
        }
      didReduce?(oldState, newState)
      for interceptor in interceptors {
        interceptor.didDispatch(action, from: oldState, to: newState)
      }
    }
  }
}
