/// The backing of a scoped store: a view of a part of another store, without a state of its own.
@MainActor
final class ScopedBacking<Parent, ParentAction, State, Action>: StoreBacking {
  let selections = Selections<State>()
  private let parent: any StoreBacking<Parent, ParentAction>
  private let keyPath: KeyPath<Parent, State>
  private let embed: (Action) -> ParentAction
  private var interceptors: [any Interceptor<State, Action>] = []

  init(
    parent: any StoreBacking<Parent, ParentAction>,
    keyPath: KeyPath<Parent, State>,
    embed: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    self.keyPath = keyPath
    self.embed = embed
  }

  var state: State { parent.read(keyPath) }

  func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    parent.read(self.keyPath)[keyPath: keyPath]
  }

  func access<Value>(_ part: StatePart<State, Value>) {
    parent.access(part.pullback(keyPath))
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
    return parent.send(embed(action)) { [keyPath, interceptors] oldParent, newParent in
      let (oldState, newState) = (oldParent[keyPath: keyPath], newParent[keyPath: keyPath])
      didReduce?(oldState, newState)
      for interceptor in interceptors {
        interceptor.didDispatch(action, from: oldState, to: newState)
      }
    }
  }
}

/// The backing of a store that is scoped to an optional part of another one. Once the part is gone,
/// it shows the last value that the part had.
@MainActor
final class OptionalScopedBacking<Parent, ParentAction, State, Action>: StoreBacking, StateFollower
{
  let selections = Selections<State>()
  let parent: any StoreBacking<Parent, ParentAction>
  let keyPath: KeyPath<Parent, State?>
  private let embed: (Action) -> ParentAction
  private var interceptors: [any Interceptor<State, Action>] = []
  private var lastState: State

  init(
    parent: any StoreBacking<Parent, ParentAction>,
    keyPath: KeyPath<Parent, State?>,
    initialState: State,
    embed: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    self.keyPath = keyPath
    self.embed = embed
    lastState = initialState
    parent.add(follower: self)
  }

  var state: State { parent.read(keyPath) ?? lastState }

  func stateDidChange() {
    if let state = parent.read(keyPath) { lastState = state }
  }

  func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    state[keyPath: keyPath]
  }

  func access<Value>(_ part: StatePart<State, Value>) {
    parent.access(part.pullback(keyPath))
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
    return parent.send(embed(action)) { [keyPath, interceptors, lastState] oldParent, newParent in
      let oldState = oldParent[keyPath: keyPath] ?? lastState
      let newState = newParent[keyPath: keyPath] ?? oldState
      didReduce?(oldState, newState)
      for interceptor in interceptors {
        interceptor.didDispatch(action, from: oldState, to: newState)
      }
    }
  }
}
