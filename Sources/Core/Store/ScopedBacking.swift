/// The backing of a scoped store: a view of a part of another store, without a state of its own.
///
/// Once a part that may go is gone, it shows the last value that the part had.
@MainActor
final class ScopedBacking<Parent, ParentAction, State, Action>: StoreBacking, StateFollower {
  /// Where the part is in the parent's state.
  enum Place {
    case member(KeyPath<Parent, State>)
    case optional(KeyPath<Parent, State?>, last: State)
    /// A case path can't be compared, so each scoped store observes its case by an identity of its own.
    case enumCase(CasePath<Parent, State>, Identity, last: State)

    /// The same place, with another last state.
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
