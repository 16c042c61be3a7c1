/// A store that stands on an effect runtime, on the main actor.
@MainActor
package final class LiveBacking<State, Action>: StoreBacking {
  package let selections = Selections<State>()
  private let host: MainActorHost
  private let runtime: EffectRuntime<State, Action>
  private let observation = StateObservation<State>()
  private var followers = StateFollowers()
  private var interceptors: [any Interceptor<State, Action>] = []
  /// The state before the action that is being reduced; kept for the interceptors alone.
  private var previousState: State?
  /// The action that has been reduced, and that nobody has been told of yet.
  private var reduced: Action?

  init(
    initialState: State, reducer: some Reducer<State, Action>, dependencies: DependencyValues
  ) {
    let host = MainActorHost()
    self.host = host
    runtime = EffectRuntime(
      initialState: initialState, reducer: reducer, dependencies: dependencies, host: host)
    runtime.didReduce = { [weak self] action, _ in self?.reduced = action }
    host.didWork = { [weak self] in self?.didWork() }
  }

  /// How many parts of the state are compared after each action.
  package var observedPartCount: Int { observation.observedPartCount }

  package var state: State { runtime.state }

  package func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    runtime.state[keyPath: keyPath]
  }

  package func access<Value>(_ part: StatePart<State, Value>) {
    observation.access(part, of: runtime.state)
  }

  package func register(interceptor: some Interceptor<State, Action>) {
    interceptors.append(interceptor)
    if previousState == nil { previousState = runtime.state }
  }

  package func add(follower: any StateFollower) {
    followers.add(follower)
  }

  package func send(_ action: Action, didReduce: ((State, State) -> Void)?) -> StoreTask {
    guard host.isWorking else {
      var tree: EffectTree?
      host.work { tree = reduce(action, in: nil, didReduce) }
      return StoreTask(tree)
    }
    let tree = EffectTree()
    tree.deliveryScheduled()
    host.schedule { [self] in
      _ = reduce(action, in: tree, didReduce)
      // The task may have been cancelled while the action waited. Its state change counts.
      if tree.isCancelled { tree.cancel() }
      tree.deliveryEnded()
    }
    return StoreTask(tree)
  }

  private func reduce(
    _ action: Action, in tree: EffectTree?, _ didReduce: ((State, State) -> Void)?
  ) -> EffectTree? {
    guard let didReduce else { return runtime.send(action, in: tree) }
    let oldState = runtime.state
    let tree = runtime.send(action, in: tree)
    didReduce(oldState, runtime.state)
    return tree
  }

  /// Tells everybody, once the effects of the action have been started: what they send in turn is
  /// reduced after what the action itself sent.
  private func didWork() {
    guard let action = reduced else { return }
    reduced = nil
    let newState = runtime.state
    // Whoever registers an interceptor from here on hears of the actions after this one.
    let (oldState, interceptors) = (previousState, interceptors)
    if !interceptors.isEmpty { previousState = newState }
    followers.notify()
    observation.notify(of: newState)
    guard let oldState else { return }
    for interceptor in interceptors {
      interceptor.didDispatch(action, from: oldState, to: newState)
    }
  }
}
