extension Store {
  /// A store for a child feature, which shows a part of this one's state and sends through it.
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
    let identity = Identity()
    backing.access(.presence(of: path, identity))
    guard let initialState = path.extract(from: backing.state) else { return nil }
    return Store<Child, ChildAction>(
      backing: ScopedBacking(
        parent: backing, .enumCase(path, identity, last: initialState), embed: embed))
  }
}

/// The backing of a scoped store: a view of a part of another store, without separate state.
///
/// After an optional part was removed, it shows the last value of the part.
@MainActor
final class ScopedBacking<Parent, ParentAction, State, Action>: StoreBacking, StateFollower {
  /// The location of the scoped state in the parent's state.
  enum Place {
    case member(KeyPath<Parent, State>)
    case optional(KeyPath<Parent, State?>, last: State)
    /// A case path can't be compared, so each scoped store observes its case by its own identity.
    case enumCase(CasePath<Parent, State>, Identity, last: State)

    /// Returns the same place with another last state.
    func keeping(_ last: State) -> Place {
      switch self {
      case .member: self
      case .optional(let keyPath, _): .optional(keyPath, last: last)
      case .enumCase(let path, let identity, _): .enumCase(path, identity, last: last)
      }
    }

    /// The part in a state of the parent, or the last one.
    func state(in parent: Parent) -> State {
      switch self {
      case .member(let keyPath): parent[keyPath: keyPath]
      case .optional(let keyPath, let last): parent[keyPath: keyPath] ?? last
      case .enumCase(let path, _, let last): path.find(in: parent) ?? last
      }
    }
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
    if case .member = place { return }
    parent.add(follower: self)
  }

  var state: State {
    switch place {
    case .member(let keyPath): parent.read(keyPath)
    case .optional(let keyPath, let last): parent.read(keyPath) ?? last
    case .enumCase: place.state(in: parent.state)
    }
  }

  var isStateThere: Bool {
    guard parent.isStateThere else { return false }
    switch place {
    case .member: return true
    case .optional(let keyPath, _): return parent.read(keyPath) != nil
    case .enumCase(let path, _, _): return path.find(in: parent.state) != nil
    }
  }

  func stateDidChange() { place = place.keeping(state) }

  func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value { state[keyPath: keyPath] }

  func access<Value>(_ part: StatePart<State, Value>) {
    switch place {
    case .member(let keyPath): parent.access(part.pullback(keyPath))
    case .optional(let keyPath, _): parent.access(part.pullback(keyPath))
    case .enumCase(let path, let identity, _):
      parent.access(part.pullback(identity, path.find))
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
      let oldState = place.state(in: oldParent)
      let newState = place.keeping(oldState).state(in: newParent)
      didReduce?(oldState, newState)
      for interceptor in interceptors {
        interceptor.didDispatch(action, from: oldState, to: newState)
      }
    }
  }
}
