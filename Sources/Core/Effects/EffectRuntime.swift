/// Reduces actions and interprets the effects they return. ``Store`` and the test store share it.
///
/// All code of the runtime runs in one isolation, which the ``EffectHost`` chooses: the main actor for a live store,
/// the drain of its scheduler for a test store. So the runtime itself needs no lock.
package final class EffectRuntime<State, Action> {
  /// The state. While an action is reduced, the state before that action.
  package private(set) var state: State
  package var dependencies: DependencyValues {
    didSet { dependencies.stateLocation = stateLocation }
  }

  package let cancellations: CancellationRegistry
  /// The reference through which effects reach the runtime.
  let reference = RuntimeReference<State, Action>()
  let host: any EffectHost
  let intervention: (any RuntimeIntervention<State, Action>)?
  /// The effects in flight, in the order in which they started.
  package private(set) var effectsInFlight: [RunningEffect] = []
  /// The current intervals of throttled effects.
  private var windows: [CancelID: ThrottleWindow] = [:]
  /// The effects that are about to start, the first one last.
  private var upcoming:
    [(effect: Effect<Action>, context: EffectContext, next: EffectContinuation<Action>?)] = []
  private var nextEffectID = 0

  private let reducer: (inout State, Action) -> Effect<Action>
  private let stateLocation: StateLocation<State>
  /// `nil` once the host has ended. An observer may refer to the runtime.
  private var observer: (any RuntimeObserver<State, Action>)?
  private var stepCount = 0
  private var isClosed = false

  /// Creates a runtime.
  ///
  /// - Parameter observer: An object that observes every step. The runtime keeps it alive until its host has ended.
  package init(
    initialState: State,
    reducer: @escaping (inout State, Action) -> Effect<Action>,
    dependencies: DependencyValues,
    host: any EffectHost,
    observer: any RuntimeObserver<State, Action>
  ) {
    self.state = initialState
    self.reducer = reducer
    self.dependencies = dependencies
    self.host = host
    self.observer = observer
    self.cancellations = CancellationRegistry(recordsAttempts: observer.explainsEffects)
    self.intervention = observer.intervention
    stateLocation = StateLocation(lifetimes: ChildLifetimes(cancellations)) { [reference] in
      reference.runtime?.state
    }
    reference.runtime = self
    self.dependencies.stateLocation = stateLocation
    host.serves(self)
  }

  /// Replaces the state, without an action.
  package func replaceState(by newState: State) { state = newState }

  deinit {
    // The last reference can be released on any thread. An effect can be cancelled from any thread.
    for effect in effectsInFlight { effect.cancel() }
  }

  /// Reduces an action from outside any effect, and starts its effects.
  ///
  /// - Parameter group: The group that the effects belong to. The default is a new group.
  /// - Returns: The group, or `nil` if no effects start.
  @discardableResult
  package func send(_ action: Action, in group: EffectGroup? = nil) -> EffectGroup? {
    step(action, from: .external, in: group)
  }

  @discardableResult
  private func step(
    _ action: Action, from source: ActionSource, in group: EffectGroup?
  ) -> EffectGroup? {
    let effect = reduce(action, from: source)
    guard !effect.isNone else { return group }
    let group = group ?? EffectGroup()
    start(effect, in: EffectContext(group: group, step: stepCount - 1))
    return group
  }

  /// Cancels every effect in flight and its continuations. The store stays usable.
  package func cancelAll(by cancellation: EffectCancellation? = nil) {
    for effect in effectsInFlight where !effect.group.isCancelled {
      effect.group.cancel(by: cancellation)
    }
  }

  /// Ends all effects because the root feature has dismissed itself.
  ///
  /// - Parameter effect: The effect that dismissed it.
  package func dismiss(by effect: EffectOrigin) {
    guard allows(.dismissal(by: effect)) else { return }
    observer?.on(.dismissed(by: effect))
    cancelAll(by: EffectCancellation(cause: .dismissal, id: nil))
  }

  /// Cancels every effect, and ignores actions that still arrive.
  package func close() {
    isClosed = true
    cancelAll()
    abandon(effectsInFlight.map(\.origin))
  }

  /// Abandons effects, ended or not. They are cancelled, and no longer count as in flight.
  package func abandon(_ origins: [EffectOrigin]) {
    for origin in origins {
      guard let effect = effectsInFlight.remove(origin) else { continue }
      effect.cancel()
      effect.group.remove(effect)
    }
  }

  private func reduce(_ action: Action, from source: ActionSource) -> Effect<Action> {
    stepCount += 1
    observer?.willReduce(action, from: source, in: state)
    var effect = Effect<Action>.none
    dependencies.asCurrent {
      var next = state
      effect = reducer(&next, action)
      intervention?.revise(&next, from: state, after: action, from: source)
      state = next
      if !stateLocation.lifetimes.isEmpty {
        effect = effect.merge(with: .cancelChildren(at: stateLocation.lifetimes.departures()))
      }
    }
    observer?.didReduce(action, from: source, to: state)
    return effect
  }

  private func receive(
    _ action: Action, from source: ActionSource, sentBy sender: RunningEffect? = nil,
    in group: EffectGroup
  ) {
    guard !isClosed, !group.isCancelled, allows(.action(action, from: source, sender: sender))
    else { return }
    step(action, from: source, in: group)
  }

  /// Whether an outcome of a step occurs.
  private func allows(_ outcome: @autoclosure () -> StepOutcome<Action>) -> Bool {
    intervention.map { $0.allows(outcome()) } ?? true
  }
}

/// A weak reference to a runtime. All effects share one object, because each weak reference in a closure
/// takes additional memory.
final class RuntimeReference<State, Action> {
  fileprivate(set) weak var runtime: EffectRuntime<State, Action>?
}

extension EffectRuntime: EffectHostClient {
  package func hostWillEnd(whileRunning effects: [EffectOrigin], atLimit limit: Int) {
    close()
    observer?.on(.stopped(effects, atLimit: limit))
  }

  package func hostDidEnd() { observer = nil }
}

extension EffectRuntime {
  /// The interval in which no other effect with the same ID of a throttle starts.
  private struct ThrottleWindow {
    let clock: AnyClock<Duration>
    let end: ElapsedInstant<Duration>
    /// The gate of the effect that waits for the end.
    var waiting: EffectContinuation<Action>.Gate?
  }

  /// Starts an effect, and the effects that start with it.
  private func start(_ effect: Effect<Action>, in context: EffectContext) {
    begin(effect, in: context, then: nil)
    startUpcoming()
  }

  /// Starts the upcoming effects. It uses a stack instead of recursion, so that any depth works.
  private func startUpcoming() {
    while let (effect, context, continuation) = upcoming.popLast() {
      begin(effect, in: context, then: continuation)
    }
  }

  /// Starts the effects that follow the end of an effect. Returns whether there are any.
  @discardableResult
  private func resume(_ continuation: EffectContinuation<Action>?) -> Bool {
    if isClosed { return false }
    follow(continuation)
    if upcoming.isEmpty { return false }
    startUpcoming()
    return true
  }

  /// Lets an effect start before the other upcoming effects.
  private func push(
    _ effect: Effect<Action>, in context: EffectContext,
    then continuation: EffectContinuation<Action>?
  ) {
    upcoming.append((effect, context, continuation))
  }

  private func begin(
    _ effect: Effect<Action>, in context: EffectContext,
    then continuation: EffectContinuation<Action>?
  ) {
    switch effect.operation {
    case .none: follow(continuation)
    case .send(let action): deliver(action, in: context, then: continuation)
    case .run(let run): launch(run, in: context, then: continuation)
    case .cancel(let id):
      let hasFound = cancel(id, inStep: context.step)
      cancellations.note(.init(id: id, cause: .step(context.step), hasFound: hasFound))
      follow(continuation)
    case .group(let branches): begin(branches.value, in: context, then: continuation)
    }
  }

  /// Carries out a cancellation of a step. Returns whether any effect in flight had the ID.
  @discardableResult
  private func cancel(_ id: CancelID, inStep step: Int) -> Bool {
    let sparing = intervention.map { intervention in
      { (effect: EffectOrigin) in !intervention.allows(.cancellation(of: effect, inStep: step)) }
    }
    let (hasFound, cancelled) = cancellations.cancel(id, by: .step(step), sparing: sparing)
    if !cancelled.isEmpty { observer?.on(.cancelled(cancelled, inStep: step)) }
    return hasFound
  }

  private func begin(
    _ branches: EffectBranches<Action>, in context: EffectContext,
    then continuation: EffectContinuation<Action>?
  ) {
    let effects = branches.effects
    switch branches.kind {
    case .merge:
      let join = continuation.map {
        EffectContinuation(.merge(remaining: effects.count), then: $0)
      }
      for effect in effects.reversed() {
        push(effect, in: context, then: join)
      }
    case .concatenate:
      var context = context
      context.waiting =
        context.waiting ?? WaitingEffects(effects, ofStep: context.step, cancellations)
      let gate = EffectContinuation<Action>.Gate(
        in: context, cancellableBy: context.cancelIDs, cancellations)
      follow(EffectContinuation(.sequence(effects[...], gate), then: continuation))
    case .cancellable(let id, let cancelInFlight):
      if let cancellation = context.waiting?.start(id) {
        noteSkipped(effects[0], in: context, by: cancellation)
        return follow(continuation)
      }
      if cancelInFlight {
        cancel(id, inStep: context.step)
      }
      var context = context
      context.cancelIDs += id.reachableIDs
      push(effects[0], in: context, then: continuation)
    case .throttled(let throttle):
      if !throttle.hasWaited, let cancellation = context.waiting?.start(throttle.id) {
        noteSkipped(effects[0], in: context, by: cancellation)
        return follow(continuation)
      }
      begin(effects[0], throttle, in: context, then: continuation)
    }
  }

  private func begin(
    _ effect: Effect<Action>, _ throttle: Throttle, in context: EffectContext,
    then continuation: EffectContinuation<Action>?
  ) {
    let current = windows[throttle.id]
    // An interval that has ended isn't over until the waiting effect has started the next one.
    let isWaitedFor = current?.waiting?.isOpen == true
    guard !throttle.hasWaited, let current, isWaitedFor || current.clock.now < current.end else {
      let clock = throttle.clock
      let end = clock.now.advanced(by: throttle.duration)
      windows[throttle.id] = ThrottleWindow(clock: clock, end: end)
      var context = context
      context.cancelIDs += throttle.id.reachableIDs
      return push(effect, in: context, then: continuation)
    }
    if throttle.latest {
      cancel(throttle.id.ofWaitingEffect, inStep: context.step)
    } else if isWaitedFor {
      return follow(continuation)
    }
    // The second ID identifies only the wait, because a later effect must not cancel this one after
    // it has started.
    let ids = context.cancelIDs + throttle.id.reachableIDs + [throttle.id.ofWaitingEffect]
    let gate = EffectContinuation<Action>.Gate(in: context, cancellableBy: ids, cancellations)
    windows[throttle.id]?.waiting = gate
    var waiting = context
    waiting.cancelIDs = ids
    var throttle = throttle
    throttle.hasWaited = true
    let rest = [Effect(.throttled(throttle), [effect])]
    push(
      .sleep(at: throttle.callSite) { [clock = current.clock, end = current.end] in
        try await clock.sleep(until: end)
      },
      in: waiting, then: EffectContinuation(.sequence(rest[...], gate), then: continuation))
  }

  /// Follows a chain of continuations up to the first one that starts an effect or isn't complete.
  private func follow(_ continuation: EffectContinuation<Action>?) {
    var current = continuation
    while let continuation = current {
      switch continuation.part {
      case .merge(let remaining):
        continuation.part = .merge(remaining: remaining - 1)
        if remaining > 1 { return }
      case .sequence(var effects, let gate):
        let effect = gate.isOpen ? effects.popFirst() : nil
        continuation.part = .sequence(effects, gate)
        let isLast = effect == nil || effects.isEmpty
        // A started effect no longer depends on the gate.
        if isLast { gate.unregister(from: cancellations) }
        if let effect {
          let next = isLast ? continuation.next : continuation
          return push(effect, in: gate.context, then: next)
        }
      }
      current = continuation.next
    }
  }

  private func deliver(
    _ action: Action, in context: EffectContext, then continuation: EffectContinuation<Action>?
  ) {
    let group = context.group
    let step = context.step
    group.deliveryScheduled()
    host.schedule { [weak self] in
      self?.receive(action, from: .synchronous(step: step), in: group)
      // Runs before the group is notified, because a sequence, and the group with it, continues here.
      self?.resume(continuation)
      group.deliveryEnded()
    }
  }

  /// Starts an effect's work.
  private func launch(
    _ run: EffectRun<Action>, in context: EffectContext,
    then continuation: EffectContinuation<Action>?
  ) {
    let origin = EffectOrigin(
      id: nextEffectID, name: run.name, callSite: run.callSite, step: context.step)
    nextEffectID += 1
    guard allows(.start(of: origin, under: context.cancelIDs)) else {
      return follow(continuation)
    }
    let effect = RunningEffect(
      origin: origin, lane: host.makeLane(for: origin), group: context.group,
      cancelIDs: context.cancelIDs, cancellations: cancellations)
    let group = context.group
    effectsInFlight.append(effect)
    group.insert(effect)
    let registration = cancellations.register(.effect(effect), under: context.cancelIDs)

    let send = Send<Action>(effect: effect) { [reference] action in
      // Jobs that ran since the hop may have cancelled the effect.
      guard !effect.isCancelled else { return }
      reference.runtime?.receive(
        action, from: .effect(effect.origin), sentBy: effect, in: group)
    }
    let finish = ConfinedWork { [reference, cancellations] _ in
      cancellations.unregister(registration)
      reference.runtime?.didEnd(effect, then: continuation)
      group.remove(effect)
    }
    if let subscribe = run.subscription {
      let lane = effect.lane
      let end: @Sendable () -> Void = {
        guard effect.endWork() else { return }
        if let current = RunningEffect.current, current !== effect, !effect.isPassive {
          current.didAct()
        }
        lane.endWithoutTask(finish)
      }
      RunningEffect.$current.withValue(effect) {
        run.dependencies.asCurrent {
          lane.startWithoutTask {
            let cancel = subscribe(send, end)
            effect.attach {
              cancel()
              end()
            }
          }
        }
      }
      observer?.on(.started(effect, isPassive: effect.isPassive))
      return
    }
    observer?.on(.started(effect, isPassive: false))
    // The task inherits the task-locals of the running task. They are set here because the running task may be an
    // effect, which the new task would otherwise keep alive beyond its end. A task that sets them itself also has more
    // work to do.
    let task = RunningEffect.$current.withValue(effect) {
      run.dependencies.asCurrent {
        effect.lane.start(priority: run.priority) {
          await run.perform(as: effect, send: send)
          await effect.lane.perform(isLast: true, finish)
        }
      }
    }
    effect.attach { task.cancel() }
  }

  private func didEnd(_ effect: RunningEffect, then continuation: EffectContinuation<Action>?) {
    let isAbandoned = effectsInFlight.remove(effect.origin) == nil
    observer?.on(.ended(effect, isAbandoned: isAbandoned))
    if effect.isDismissing, effect.isCancelled, let action = continuation?.droppedAction {
      effect.reportDropped(action)
    }
    if resume(continuation) { effect.lane.didAct() }
  }
}

extension EffectRuntime {
  /// Reports the first effect in a part of a sequence that was cancelled while it waited.
  private func noteSkipped(
    _ effect: Effect<Action>, in context: EffectContext, by cancellation: EffectCancellation
  ) {
    for case .run(let run) in effect.parts.map(\.operation) {
      let origin = EffectOrigin(
        id: nextEffectID, name: run.name, callSite: run.callSite, step: context.step)
      nextEffectID += 1
      observer?.on(.skipped(origin, by: cancellation))
      return
    }
  }
}
