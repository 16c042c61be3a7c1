import Core

/// The backing of a mock store: its state is set by the test, and the actions sent to it are recorded.
@MainActor
final class MockBacking<State, Action>: StoreBacking {
  let selections = Selections<State>()
  private(set) var state: State
  private(set) var stateChanges: [StateChange<State, Action>] = []
  private let observation = StateObservation<State>()
  private var followers = StateFollowers()
  private var interceptors: [any Interceptor<State, Action>] = []

  init(initialState: State) {
    state = initialState
  }

  func change(_ update: (inout State) -> Void) {
    update(&state)
    notify()
  }

  func notify() {
    followers.notify()
    observation.notify(of: state)
  }

  func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    state[keyPath: keyPath]
  }

  func access<Value>(_ part: StatePart<State, Value>) {
    observation.access(part, of: state)
  }

  func send(_ action: Action, didReduce: ((State, State) -> Void)?) -> StoreTask {
    let state = state
    stateChanges.append(StateChange(action: action, oldState: state, newState: state))
    didReduce?(state, state)
    for interceptor in interceptors {
      interceptor.didDispatch(action, from: state, to: state)
    }
    return StoreTask(nil)
  }

  func register(interceptor: some Interceptor<State, Action>) {
    interceptors.append(interceptor)
  }

  func add(follower: any StateFollower) {
    followers.add(follower)
  }
}
