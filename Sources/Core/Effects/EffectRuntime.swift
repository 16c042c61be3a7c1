/// Reduces actions and interprets the effects they return. ``Store`` and the test store share it.
///
/// Everything here happens in one isolation, which the ``EffectHost`` chooses: the main actor for a
/// live store, the drain of its scheduler for a test store. So the runtime itself needs no lock.
package final class EffectRuntime<State, Action> {
  /// The state. While an action is reduced, the state before that action.
  package private(set) var state: State
  /// The state that is being changed while an action is reduced.
  private var current: State
  package var dependencies: DependencyValues {
    didSet {
      dependencies.statePlace = statePlace
      for effect in inFlight.all { effect.dependenciesChanged() }
    }
  }

  let cancellations: CancellationRegistry
  /// The reference by which effects reach the runtime.
  let reference = RuntimeReference<State, Action>()
  let host: any EffectHost
  let watch: (any EffectWatch)?
  let intervention: (any RuntimeIntervention<State, Action>)?
  private var inFlight = StartedEffects()
  var throttles = ThrottleWindows()
  private var nextEffectID = 0
  /// The effects that ended last, for messages.
  package private(set) var endedEffects: [EndedEffect] = []

  private let reducer: (inout State, Action) -> Effect<Action>
  private let lifetimes: ChildLifetimes
  private let observer: any RuntimeObserver<State, Action>
  private var stepCount = 0
  private var isClosed = false
  private var isDiscarding = false

  /// Creates a runtime.
  ///
  /// - Parameter observer: An object that observes every step. The runtime keeps it alive.
  package init(
    initialState: State,
    reducer: @escaping (inout State, Action) -> Effect<Action>,
    dependencies: DependencyValues,
    host: any EffectHost,
    observer: any RuntimeObserver<State, Action>
  ) {
    let cancellations = CancellationRegistry()
    self.cancellations = cancellations
    self.lifetimes = ChildLifetimes(isInFlight: cancellations.contains)
    self.state = initialState
    self.current = initialState
    self.reducer = reducer
    self.dependencies = dependencies
    self.host = host
    self.observer = observer
    self.watch = observer.effectWatch
    self.intervention = observer.intervention
    reference.runtime = self
    self.dependencies.statePlace = statePlace
    host.serves(self)
  }

  deinit {
    // The last reference can be released on any thread. An effect can be cancelled from any thread.
    for effect in inFlight.all { effect.cancel() }
  }

  /// The effects in flight, in the order in which they started.
  package var effectsInFlight: [RunningEffect] { inFlight.all }

  package var hasEffectsInFlight: Bool { !inFlight.isEmpty }

  /// Reduces an action that no effect sent, and starts its effects.
  ///
  /// - Parameter group: The group that the effects belong to. The default is a new group.
  /// - Returns: The group, or `nil` without effects.
  @discardableResult
  package func send(_ action: Action, in group: EffectGroup? = nil) -> EffectGroup? {
    let effect = reduce(action, from: .outside)
    guard !effect.isNone else { return group }
    let group = group ?? EffectGroup()
    start(effect, in: EffectContext(group: group, step: stepCount - 1))
    return group
  }

  /// Cancels every effect in flight and its continuations. The store stays usable.
  package func cancelAll(by cancellation: EffectCancellation? = nil) {
    for effect in inFlight.all where !effect.group.isCancelled {
      effect.group.cancel(by: cancellation)
    }
  }

  /// Ends all effects because the root feature has dismissed itself.
  ///
  /// - Parameter effect: The effect that dismissed it.
  package func dismiss(by effect: EffectOrigin) {
    guard intervention?.allowsDismissal(by: effect) != false else { return }
    observer.didDismiss(by: effect)
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
      guard let effect = removeFromFlight(origin) else { continue }
      effect.cancel()
      effect.group.remove(effect)
    }
  }

  func addToFlight(_ effect: RunningEffect) {
    inFlight.append(effect)
    effect.group.insert(effect)
  }

  /// Returns the effect, or `nil` if the effect was not in flight.
  @discardableResult
  func removeFromFlight(_ origin: EffectOrigin) -> RunningEffect? {
    guard let position = inFlight.position(of: origin.id) else { return nil }
    let effect = inFlight.remove(at: position)
    if inFlight.isEmpty { lifetimes.effectsDidEnd() }
    return effect
  }

  func noteEnd(of effect: RunningEffect) {
    if endedEffects.count == 16 { endedEffects.removeFirst() }
    endedEffects.append(EndedEffect(effect, stepCount: stepCount))
  }

  private func reduce(_ action: Action, from source: ActionSource) -> Effect<Action> {
    stepCount += 1
    observer.willReduce(action, in: current)
    var next = Effect<Action>.none
    dependencies.asCurrent {
      next = reducer(&current, action)
      intervention?.revise(&current, from: state, after: action, from: source)
      state = current
      if !lifetimes.isEmpty { next = next.merge(with: cancellingDepartures()) }
    }
    observer.didReduce(action, from: source, to: current)
    return next
  }

  /// Cancels the effects of the removed children.
  private func cancellingDepartures() -> Effect<Action> {
    .cancelChildren(at: lifetimes.departures())
  }

  private var statePlace: StatePlace<State> {
    StatePlace(lifetimes: lifetimes) { [reference] in reference.runtime?.state }
  }

  func receive(_ action: Action, from source: ActionSource, in group: EffectGroup) {
    guard !isClosed, !isDiscarding, !group.isCancelled else { return }
    guard intervention?.allows(action, from: source, sender: sender(of: source)) != false else {
      return
    }
    let next = reduce(action, from: source)
    if !next.isNone {
      start(next, in: EffectContext(group: group, step: stepCount - 1))
    }
  }

  private func sender(of source: ActionSource) -> RunningEffect? {
    guard case .effect(let origin) = source else { return nil }
    return inFlight.position(of: origin.id).map { inFlight.all[$0] }
  }

  func makeOrigin(of run: EffectRun<Action>, startedIn step: Int) -> EffectOrigin {
    defer { nextEffectID += 1 }
    return EffectOrigin(id: nextEffectID, name: run.name, callSite: run.callSite, step: step)
  }
}

/// A weak reference to a runtime. All effects share one object, because each weak reference in a closure
/// takes additional memory.
final class RuntimeReference<State, Action> {
  fileprivate(set) weak var runtime: EffectRuntime<State, Action>?
}

extension EffectRuntime: EffectHostClient {
  package var uncancelledEffectCount: Int {
    inFlight.all.count { !$0.isCancelled }
  }

  package func hostDidStop(_ runaway: Runaway) {
    isDiscarding = true
    for delivery in runaway.deliveries { delivery() }
    isDiscarding = false
    abandon(runaway.effects)
    observer.didStop(runaway)
  }

  package func cause(of effect: EffectOrigin) -> String? { observer.name(ofStep: effect.step) }
}

/// Observes every step of a runtime, in the runtime's isolation.
///
/// The recorder of a test store is an observer, and so are listeners of a run.
package protocol RuntimeObserver<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// The state is about to be changed by an action.
  func willReduce(_ action: Action, in state: State)
  /// The state has been changed by an action. Its effects have not started yet.
  func didReduce(_ action: Action, from source: ActionSource, to state: State)
  /// An effect has dismissed the root feature.
  func didDismiss(by effect: EffectOrigin)
  /// Effects that did not become idle have been stopped.
  func didStop(_ runaway: Runaway)
  /// The name of a step's action in messages. Called from any thread.
  func name(ofStep step: Int) -> String?
  /// The listener for single effects. Read once, when the runtime is created: without one, the runtime does not
  /// ask which effects a cancellation reaches.
  var effectWatch: (any EffectWatch)? { get }
  /// The intervention that changes the outcomes of steps. Read once, when the runtime is created.
  var intervention: (any RuntimeIntervention<State, Action>)? { get }
}

extension RuntimeObserver {
  package func willReduce(_: Action, in _: State) {}
  package func didDismiss(by _: EffectOrigin) {}
  package func didStop(_: Runaway) {}
  package func name(ofStep _: Int) -> String? { nil }
  package var effectWatch: (any EffectWatch)? { nil }
  package var intervention: (any RuntimeIntervention<State, Action>)? { nil }
}

/// Listens to the effects of a runtime, in the runtime's isolation.
///
/// It is separate from ``RuntimeObserver``, because it doesn't depend on the feature's types. Most runtimes
/// have no watch, so an event costs one comparison with `nil`.
package protocol EffectWatch: AnyObject {
  /// An effect is in flight, and its work is about to start. Its origin has the step that returned it.
  func didStart(_ effect: RunningEffect)
  /// A step has cancelled effects that were in flight until then.
  func didCancel(_ effects: [RunningEffect], inStep step: Int)
  /// Handles the end of an effect's work, which can have been cancelled.
  func didEnd(_ effect: RunningEffect)
}

/// Decides which outcomes of a runtime's steps happen, in the runtime's isolation.
///
/// Mutants use it: a suite that doesn't notice a missing outcome doesn't protect it. Other runtimes have no
/// intervention, so an event costs one comparison with `nil`.
package protocol RuntimeIntervention<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// The state has been changed by an action, and no observer has been notified yet.
  func revise(
    _ state: inout State, from before: State, after action: Action, from source: ActionSource)
  /// Whether an action that follows from a step is reduced.
  ///
  /// - Parameter sender: The effect that sent it, if it is in flight.
  func allows(_ action: Action, from source: ActionSource, sender: RunningEffect?) -> Bool
  /// Whether an effect starts. An effect that doesn't start ends at once.
  func allowsStart(of effect: EffectOrigin, under ids: [CancelID]) -> Bool
  /// Whether a step cancels an effect in flight.
  func allowsCancellation(of effect: EffectOrigin, inStep step: Int) -> Bool
  /// Whether an effect dismisses the root feature.
  func allowsDismissal(by effect: EffectOrigin) -> Bool
}

/// The origin of an action.
package enum ActionSource: Sendable {
  /// The holder of the store.
  case outside
  /// The work of a `.run` effect.
  case effect(EffectOrigin)
  /// A `.send` effect that the reduction in this step returned.
  case synchronous(step: Int)
}
