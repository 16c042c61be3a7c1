/// Observes every step of a runtime, in the runtime's isolation.
///
/// The recorder of a test store is an observer, and so are listeners of a run.
package protocol RuntimeObserver<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// The state is about to be changed by an action.
  func willReduce(_ action: Action, from source: ActionSource, in state: State)
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
  package func willReduce(_: Action, from _: ActionSource, in _: State) {}
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
