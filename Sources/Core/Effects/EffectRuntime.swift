/// Reduces actions and interprets the effects they return. ``Store`` and the test store share it.
///
/// Everything here happens in one isolation, which the ``EffectHost`` chooses: the main actor for a
/// live store, the drain of its scheduler for a test store. So the runtime itself needs no lock.
package final class EffectRuntime<State, Action> {
  package var state: State
  package var dependencies: DependencyValues
  /// Called before each reduction, while ``state`` is still that of the step before.
  package var willReduce: () -> Void = {}
  /// Called after each reduction with the action, and where it came from.
  package var didReduce: (Action, ActionSource) -> Void = { _, _ in }

  private let reducer: any Reducer<State, Action>
  private let host: any EffectHost
  private let cancellations = CancellationRegistry()
  private var inFlight: [Int: (effect: RunningEffect, tree: EffectTree)] = [:]
  private var throttles = ThrottleWindows()
  private var nextEffectID = 0
  private var stepCount = 0
  private var isClosed = false
  private var isDiscarding = false

  package init(
    initialState: State,
    reducer: any Reducer<State, Action>,
    dependencies: DependencyValues,
    host: any EffectHost
  ) {
    self.state = initialState
    self.reducer = reducer
    self.dependencies = dependencies
    self.host = host
  }

  deinit {
    // Whoever holds the last reference, on whatever thread: to cancel an effect is safe anywhere.
    for entry in inFlight.values { entry.effect.cancel() }
  }

  /// The effects in flight, in the order in which they started.
  package var effectsInFlight: [RunningEffect] {
    inFlight.values.map(\.effect).sorted { $0.origin.id < $1.origin.id }
  }

  package var hasEffectsInFlight: Bool { !inFlight.isEmpty }

  /// Reduces an action from outside, and starts its effects. The tree is nil when there are none.
  ///
  /// - Parameter tree: What the effects belong to, when that was promised before; else a new tree.
  @discardableResult
  package func send(_ action: Action, in tree: EffectTree? = nil) -> EffectTree? {
    let effect = reduce(action, from: .outside)
    guard !effect.isNone else { return tree }
    let tree = tree ?? EffectTree()
    start(effect, in: Context(tree: tree, step: stepCount - 1), then: nil)
    return tree
  }

  /// Cancels every effect in flight, and what would have followed from it; the store goes on.
  package func cancelAll() {
    for effect in effectsInFlight {
      if let tree = inFlight[effect.origin.id]?.tree, !tree.isCancelled { tree.cancel() }
    }
  }

  /// Cancels every effect, and ignores whatever still arrives.
  package func close() {
    isClosed = true
    cancelAll()
    abandon(effectsInFlight.map(\.origin))
  }

  /// Gives up on effects, ended or not: they are cancelled and no longer count as in flight.
  package func abandon(_ origins: [EffectOrigin]) {
    for origin in origins {
      guard let (effect, tree) = inFlight.removeValue(forKey: origin.id) else { continue }
      effect.cancel()
      tree.remove(effect)
    }
  }

  /// Has deliveries run their course without reducing anything.
  package func discard(_ deliveries: [() -> Void]) {
    isDiscarding = true
    defer { isDiscarding = false }
    for delivery in deliveries { delivery() }
  }

  // MARK: - Reducing

  private func reduce(_ action: Action, from source: ActionSource) -> Effect<Action> {
    stepCount += 1
    willReduce()
    let next = dependencies.asCurrent { reducer.reduce(into: &state, action: action) }
    didReduce(action, source)
    return next
  }

  private func receive(_ action: Action, from source: ActionSource, in tree: EffectTree) {
    guard !isClosed, !isDiscarding, !tree.isCancelled else { return }
    let next = reduce(action, from: source)
    if !next.isNone {
      start(next, in: Context(tree: tree, step: stepCount - 1), then: nil)
    }
  }

  // MARK: - Interpreting

  /// What an effect is started as a part of.
  private struct Context {
    let tree: EffectTree
    let step: Int
    var cancelIDs: [CancelID] = []
  }

  private func start(_ effect: Effect<Action>, in context: Context, then end: (() -> Void)?) {
    switch effect.operation {
    case .none:
      end?()
    case .send(let action):
      deliver(action, in: context, then: end)
    case .run(let run):
      launch(run, in: context, then: end)
    case .merge(let effects):
      startAll(effects, in: context, then: end)
    case .concatenate(let effects):
      startSequence(effects, in: context, then: end)
    case .cancel(let id):
      cancellations.cancel(id)
      end?()
    case .cancellable(let effect, let id, let cancelInFlight):
      if cancelInFlight { cancellations.cancel(id) }
      var context = context
      context.cancelIDs += id.reachableIDs
      start(effect, in: context, then: end)
    case .throttled(let effect, let throttle):
      startThrottled(effect, throttle, in: context, then: end)
    }
  }

  private func startThrottled(
    _ effect: Effect<Action>, _ throttle: Throttle, in context: Context, then end: (() -> Void)?
  ) {
    if throttles.admit(throttle) {
      return start(effect.cancellable(id: throttle.id), in: context, then: end)
    }
    if throttle.latest {
      cancellations.cancel(throttle.waitingID)
    } else if cancellations.contains(throttle.waitingID) {
      end?()
      return
    }
    // Only the wait is known by `waitingID`: once the effect itself runs, a later one must not
    // cancel it.
    let gate = SequenceGate()
    let ids = context.cancelIDs + throttle.id.reachableIDs + [throttle.waitingID]
    let registration = cancellations.register(under: ids) { gate.close() }
    var waiting = context
    waiting.cancelIDs = ids
    start(throttles.wait(throttle), in: waiting) { [weak self, cancellations] in
      cancellations.unregister(registration)
      guard let self, !gate.isClosed, !context.tree.isCancelled else {
        end?()
        return
      }
      throttles.restart(throttle)
      start(effect.cancellable(id: throttle.id), in: context, then: end)
    }
  }

  private func deliver(_ action: Action, in context: Context, then end: (() -> Void)?) {
    let tree = context.tree
    let step = context.step
    tree.deliveryScheduled()
    host.schedule { [weak self] in
      self?.receive(action, from: .synchronous(step: step), in: tree)
      // Before the tree is told, because a sequence goes on here, and the tree with it.
      end?()
      tree.deliveryEnded()
    }
  }

  private func startAll(_ effects: [Effect<Action>], in context: Context, then end: (() -> Void)?) {
    guard let end else {
      for effect in effects { start(effect, in: context, then: nil) }
      return
    }
    var remaining = effects.count
    for effect in effects {
      start(effect, in: context) {
        remaining -= 1
        if remaining == 0 { end() }
      }
    }
  }

  private func startSequence(
    _ effects: [Effect<Action>], in context: Context, then end: (() -> Void)?
  ) {
    let sequence = SequenceGate()
    let registration =
      context.cancelIDs.isEmpty
      ? nil : cancellations.register(under: context.cancelIDs) { sequence.close() }
    startNext(effects[...], through: sequence, in: context) { [cancellations] in
      if let registration { cancellations.unregister(registration) }
      end?()
    }
  }

  private func startNext(
    _ effects: ArraySlice<Effect<Action>>,
    through sequence: SequenceGate,
    in context: Context,
    then end: @escaping () -> Void
  ) {
    var upcoming = effects
    while let effect = upcoming.popFirst(), !sequence.isClosed, !context.tree.isCancelled {
      // An effect that ends at once, such as `.cancel`, must not make the stack grow.
      var isStarting = true
      var hasEnded = false
      start(effect, in: context) { [weak self, upcoming] in
        hasEnded = true
        guard !isStarting else { return }
        self?.startNext(upcoming, through: sequence, in: context, then: end)
      }
      isStarting = false
      guard hasEnded else { return }
    }
    end()
  }

  private func launch(
    _ run: EffectRun<Action>, in context: Context, then end: (() -> Void)?
  ) {
    let origin = EffectOrigin(id: nextEffectID, callSite: run.callSite, step: context.step)
    nextEffectID += 1
    let effect = RunningEffect(
      origin: origin, lane: host.makeLane(for: origin), cancellations: cancellations)
    let tree = context.tree
    inFlight[origin.id] = (effect, tree)
    tree.insert(effect)
    let registration =
      context.cancelIDs.isEmpty
      ? nil : cancellations.register(under: context.cancelIDs) { effect.cancel() }

    let send = Send<Action>(effect: effect) { [weak self] action in
      // Between the hop and here the effect may have been cancelled by what ran in between.
      guard !effect.isCancelled else { return }
      self?.receive(action, from: .effect(origin), in: tree)
    }
    let finish = RuntimeConfined { [weak self, cancellations] in
      if let registration { cancellations.unregister(registration) }
      self?.inFlight[origin.id] = nil
      end?()
      tree.remove(effect)
    }
    // The task inherits the locals of the one that is running. This one is set here because that may
    // be an effect, too, which this one would otherwise keep alive beyond its end.
    let task = RunningEffect.$current.withValue(effect) {
      effect.lane.start(priority: run.priority) {
        await run.perform(as: effect, send: send)
        await effect.lane.perform { finish.value() }
      }
    }
    effect.attach(task)
  }
}

extension EffectRun {
  /// Does the work, and sees to the error that it throws.
  fileprivate func perform(as effect: RunningEffect, send: Send<Action>) async {
    await dependencies.asCurrent {
      do {
        try await operation(send)
      } catch is CancellationError {
        return
      } catch {
        if let handler {
          await handler(error, send)
        } else if !effect.isCancelled {
          Issues.report(EffectMessages.uncaught(error), at: callSite)
        }
      }
    }
  }
}

/// Where an action came from.
package enum ActionSource: Sendable {
  /// Whoever holds the store.
  case outside
  /// The work of a `.run` effect.
  case effect(EffectOrigin)
  /// A `.send` effect that the reduction in this step returned.
  case synchronous(step: Int)
}

/// Where a runtime's work happens.
package protocol EffectHost: Sendable {
  /// Makes the lane that an effect will run in.
  func makeLane(for origin: EffectOrigin) -> any EffectLane

  /// Has a synchronously sent action reduced soon, in the runtime's isolation and in the order asked
  /// for.
  func schedule(_ delivery: @escaping () -> Void)
}

/// Whether a sequence of effects may go on; closed when the sequence is cancelled.
private final class SequenceGate: Sendable {
  private let closed = Lock(false)

  var isClosed: Bool { closed.withLock { $0 } }

  func close() {
    closed.withLock { $0 = true }
  }
}
