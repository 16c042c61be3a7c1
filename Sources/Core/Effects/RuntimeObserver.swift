/// Observes every step of a runtime, in the runtime's isolation.
///
/// The recorder of a test store is an observer, and so are listeners of a run.
package protocol RuntimeObserver<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// Called before an action changes the state.
  func willReduce(_ action: Action, from source: ActionSource, in state: State)
  /// Called after an action has changed the state, and before its effects start.
  func didReduce(_ action: Action, from source: ActionSource, to state: State)
  /// Called after an effect has dismissed the root feature.
  func didDismiss(by effect: EffectOrigin)
  /// Called after effects that did not become idle were stopped.
  func didStop(_ runaway: Runaway)
  /// The name of a step's action in messages. Called from any thread.
  func name(ofStep step: Int) -> String?
  /// The listener for single effects. Read once, when the runtime is created. Without a listener, the runtime doesn't
  /// determine which effects a cancellation affects.
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
  /// Called when an effect is in flight and its work is about to start. The origin contains the step that returned it.
  func didStart(_ effect: RunningEffect)
  /// Called after a step has cancelled effects in flight.
  func didCancel(_ effects: [RunningEffect], inStep step: Int)
  /// Called at the end of an effect's work, which may have been cancelled.
  func didEnd(_ effect: RunningEffect)
}

/// Decides which outcomes of a runtime's steps occur, in the runtime's isolation.
///
/// Mutants use it: if a suite doesn't notice a missing outcome, the suite doesn't protect it. Other runtimes have no
/// intervention, so an event costs one comparison with `nil`.
package protocol RuntimeIntervention<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// Called after an action has changed the state, and before observers are notified.
  func revise(
    _ state: inout State, from before: State, after action: Action, from source: ActionSource)
  /// Whether to reduce an action that follows from a step.
  ///
  /// - Parameter sender: The effect that sent the action, if it is in flight.
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
