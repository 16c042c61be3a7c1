import Foundation

/// The part of a ``Store`` that differs between kinds of stores: a runtime, or a view of another store.
@MainActor
package protocol StoreBacking<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// The current state, without registering an observation.
  var state: State { get }

  /// Whether the state is current, rather than the last state of a removed part.
  var isStateThere: Bool { get }

  /// Registers an access to a part, whose observers are notified when it changes.
  func access<Value>(_ part: StatePart<State, Value>)

  /// Reduces an action, then calls `didReduce` with the states before and after it.
  func send(_ action: Action, didReduce: ((State, State) -> Void)?) -> StoreTask

  /// The interceptors, in the order of registration.
  var interceptors: [any Interceptor<State, Action>] { get set }

  /// Calls a closure after every change of the state, or of a list in it, as long as a token exists.
  func follow(
    _ token: Identity, in list: ObservedList<State>?, _ update: @escaping @MainActor () -> Void)
}

extension StoreBacking {
  package var isStateThere: Bool { true }
}

/// The backing of a live store: an effect runtime on the main actor.
@MainActor
package final class LiveBacking<State, Action>: StoreBacking {
  private let host: MainActorHost
  private let runtime: EffectRuntime<State, Action>
  private let observation = StateObservation<State>()
  package var interceptors: [any Interceptor<State, Action>] = []
  private let latest = LatestReduction<State, Action>()

  package init(
    initialState: State, reducer: some Reducer<State, Action>, dependencies: DependencyValues
  ) {
    let host = MainActorHost()
    self.host = host
    runtime = EffectRuntime(
      initialState: initialState, reducer: reducer.reduce, dependencies: dependencies, host: host,
      observer: latest)
    host.didWork = { [weak self] in self?.didWork() }
  }

  package var state: State { runtime.state }

  /// Shows a state that a test sets, and notifies the observers.
  package func show(_ state: State) {
    runtime.replaceState(by: state)
    observation.notify(of: state)
  }

  package func access<Value>(_ part: StatePart<State, Value>) {
    observation.access(part, of: runtime.state)
  }

  package func follow(
    _ token: Identity, in list: ObservedList<State>?, _ update: @escaping @MainActor () -> Void
  ) {
    observation.follow(token, in: list, update)
  }

  package func send(_ action: Action, didReduce: ((State, State) -> Void)?) -> StoreTask {
    guard host.isWorking else {
      var group: EffectGroup?
      host.work { group = reduce(action, in: nil, didReduce) }
      return StoreTask(group)
    }
    let group = EffectGroup()
    group.deliveryScheduled()
    host.schedule { [self] in
      // The task may have been cancelled while the action waited. The state still changes.
      _ = reduce(action, in: group, didReduce)
      group.deliveryEnded()
    }
    return StoreTask(group)
  }

  private func reduce(
    _ action: Action, in group: EffectGroup?, _ didReduce: ((State, State) -> Void)?
  ) -> EffectGroup? {
    let oldState = runtime.state
    let group = runtime.send(action, in: group)
    didReduce?(oldState, runtime.state)
    return group
  }

  /// Notifies observers of the action. Runs once its effects have started, so that actions of the
  /// observers are reduced after the actions that this one sent.
  private func didWork() {
    guard let (action, oldState) = latest.step else { return }
    latest.step = nil
    let newState = runtime.state
    // An interceptor that is registered later observes only later actions.
    let interceptors = interceptors
    observation.notify(of: newState)
    for interceptor in interceptors {
      interceptor.didDispatch(action, from: oldState, to: newState)
    }
  }
}

/// Keeps a reduced action, and the state before it, until the store's observers have been notified of it.
private final class LatestReduction<State, Action>: RuntimeObserver {
  var step: (action: Action, oldState: State)?

  func willReduce(_ action: Action, from _: ActionSource, in state: State) {
    step = (action, state)
  }
}

/// The main actor as the host of a live store's runtime. It reduces one action at a time. Effects run on any free thread,
/// and return to the main actor.
@MainActor
package final class MainActorHost: EffectHost, EffectLane {
  /// Called after each piece of work, before the next.
  var didWork: () -> Void = {}
  private var queue: [RuntimeConfined<() -> Void>] = []
  private(set) var isWorking = false

  package init() {}

  package nonisolated func makeLane(for _: EffectOrigin) -> any EffectLane { self }

  package nonisolated func schedule(_ delivery: @escaping () -> Void) {
    let delivery = RuntimeConfined(delivery)
    MainActor.assumeIsolated { queue.append(delivery) }
  }

  /// Runs some work, and then the work that was scheduled during it.
  ///
  /// - Precondition: The host is not working. Work that arises during other work must be scheduled.
  func work(_ work: () -> Void) {
    precondition(!isWorking, "The main actor does one thing at a time (was working)")
    isWorking = true
    defer { isWorking = false }
    work()
    didWork()
    while !queue.isEmpty {
      let batch = queue
      queue = []
      for delivery in batch {
        delivery.value()
        didWork()
      }
    }
  }

  /// Runs some work now, or after the current work.
  private func perform(_ work: @escaping () -> Void) {
    if isWorking { schedule(work) } else { self.work(work) }
  }

  package nonisolated func start(
    priority: TaskPriority?,
    _ operation: nonisolated(nonsending) @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    Task(priority: priority) { await operation() }
  }

  package nonisolated(nonsending) func perform(isLast _: Bool, _ work: ConfinedWork) async {
    await performOnMainActor(work)
  }

  package nonisolated func performNow(_ work: ConfinedWork) {
    let isCancelled = Task.isCancelled
    if Thread.isMainThread {
      MainActor.assumeIsolated { perform { work.perform(isCancelled) } }
    } else {
      // The queue keeps the order of a thread's actions.
      DispatchQueue.main.async {
        MainActor.assumeIsolated { self.perform { work.perform(isCancelled) } }
      }
    }
  }

  // `MainActor.run` isn't used, because it leaves the main actor first, even if the caller is on it. Then work that the
  // caller has already scheduled on the main actor would run first.
  private func performOnMainActor(_ work: ConfinedWork) {
    let isCancelled = Task.isCancelled
    // Other work is running only if an observer or a reducer runs a nested run loop, as a modal alert does.
    perform { work.perform(isCancelled) }
  }
}
