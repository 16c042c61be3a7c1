import Foundation

// The interface between Core and test stores: all that a test store needs and an app doesn't.
//
// A test store is a client of `EffectRuntime`, which it shares with the live `Store`. It gives the runtime its own
// `EffectHost`, whose `EffectLane`s run an effect's jobs on the executor that the test drains, and a `RuntimeObserver`,
// which is notified of each step. A mutant adds a `RuntimeIntervention`. `AssertionContext` connects an assert closure with
// the collections of its state.

// MARK: - The host of effects

/// The executor of a runtime's work.
package protocol EffectHost: AnyObject, Sendable {
  /// Sets the runtime whose work this host runs. The runtime calls it once. The host must not
  /// retain the runtime.
  func serves(_ client: any EffectHostClient)

  /// Creates the lane in which an effect will run.
  func makeLane(for origin: EffectOrigin) -> any EffectLane

  /// Enqueues an action for reduction, in order. Called in the runtime's isolation.
  func schedule(_ delivery: @escaping () -> Void)
}

extension EffectHost {
  package func serves(_: any EffectHostClient) {}
}

/// The host's view of the runtime. Called in the runtime's isolation.
package protocol EffectHostClient: AnyObject {
  /// The effects in flight, in the order in which they started.
  var effectsInFlight: [RunningEffect] { get }
  /// Called when the host ends because effects did not become idle.
  ///
  /// - Parameters:
  ///   - effects: The effects that were still running.
  ///   - limit: The number of jobs after which effects count as never becoming idle.
  func hostDidEnd(_ effects: [EffectOrigin], atLimit limit: Int)
  /// Ends all effects because an effect has dismissed the root feature.
  func dismiss(by effect: EffectOrigin)
}

/// The executor of one effect's jobs, which also passes the effect's actions to the reducer.
package protocol EffectLane: AnyObject, Sendable {
  /// Starts a task for the effect's work.
  func start(
    priority: TaskPriority?,
    _ operation: nonisolated(nonsending) @escaping @Sendable () async -> Void
  ) -> Task<Void, Never>

  /// Runs `work` in the isolation of reducers. Doesn't run it after the runtime was closed.
  ///
  /// The argument of `work` is whether the task that requested it has been cancelled since.
  ///
  /// - Parameter isLast: Whether this is the task's last work for the feature.
  nonisolated(nonsending) func perform(isLast: Bool, _ work: ConfinedWork) async

  /// Runs `work` in the isolation of reducers for code that can't suspend: at once if possible, and otherwise later.
  func performNow(_ work: ConfinedWork)

  /// Runs code that starts the effect's work, if that work has no task of its own.
  func startWithoutTask(_ work: () -> Void)

  /// Runs `finish` in the isolation of reducers, when work without a task of its own is over.
  func endWithoutTask(_ finish: ConfinedWork)

  /// Records an event, other than a sent action, that other effects can observe: the effect cancels some of them, or
  /// its end starts the next ones.
  func didAct()

  /// The effect has been cancelled, or no task is left that could send its actions. Called once or
  /// twice.
  func effectCannotSend()
}

extension EffectLane {
  package func startWithoutTask(_ work: () -> Void) { work() }
  package func endWithoutTask(_ finish: ConfinedWork) { performNow(finish) }
  package func didAct() {}
  package func effectCannotSend() {}
}

/// Observes every step of a runtime, in the runtime's isolation.
package protocol RuntimeObserver<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// Called before an action changes the state.
  func willReduce(_ action: Action, from source: ActionSource, in state: State)
  /// Called after an action has changed the state, and before its effects start.
  func didReduce(_ action: Action, from source: ActionSource, to state: State)
  /// Called after an event of an effect.
  func on(_ event: EffectEvent)
  /// Whether messages name effects that have ended and cancellations that found no effect. Read once, when the runtime is
  /// created. In an app, no message does, so the runtime records nothing for them.
  var explainsEffects: Bool { get }
  /// The intervention that changes the outcomes of steps. Read once, when the runtime is created.
  var intervention: (any RuntimeIntervention<State, Action>)? { get }
}

extension RuntimeObserver {
  package func willReduce(_: Action, from _: ActionSource, in _: State) {}
  package func didReduce(_: Action, from _: ActionSource, to _: State) {}
  package func on(_: EffectEvent) {}
  package var explainsEffects: Bool { false }
  package var intervention: (any RuntimeIntervention<State, Action>)? { nil }
}

/// An event of a runtime's effects.
package enum EffectEvent {
  /// An effect is in flight, and its work is about to start. The origin contains the step that returned it.
  case started(RunningEffect)
  /// A step has cancelled effects in flight.
  case cancelled([RunningEffect], inStep: Int)
  /// The work of an effect, which may have been cancelled, has ended.
  case ended(RunningEffect)
  /// An effect has dismissed the root feature.
  case dismissed(by: EffectOrigin)
  /// The runtime has ended, because effects did not become idle within a number of jobs.
  case stopped([EffectOrigin], atLimit: Int)
}

/// Decides which outcomes of a runtime's steps occur, in the runtime's isolation.
///
/// Mutants use it: if a suite doesn't notice a missing outcome, the suite doesn't protect it. Other runtimes have no
/// intervention, so an outcome costs one comparison with `nil`.
package protocol RuntimeIntervention<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// Decides which changes of the state occur. Called before observers are notified of the step.
  func revise(
    _ state: inout State, from before: State, after action: Action, from source: ActionSource)
  /// Whether another outcome of a step occurs.
  func allows(_ outcome: StepOutcome<Action>) -> Bool
}

/// An outcome of a step, other than a change of the state.
package enum StepOutcome<Action> {
  /// An action is reduced that follows from a step. `sender` is the effect that sent the action, if an effect sent it.
  case action(Action, from: ActionSource, sender: RunningEffect?)
  /// An effect starts. An effect that doesn't start ends at once.
  case start(of: EffectOrigin, under: [CancelID])
  /// A step cancels an effect in flight.
  case cancellation(of: EffectOrigin, inStep: Int)
  /// An effect dismisses the root feature.
  case dismissal(by: EffectOrigin)
}

/// The origin of an action.
package enum ActionSource: Sendable {
  /// The holder of the store.
  case external
  /// The work of a `.run` effect.
  case effect(EffectOrigin)
  /// A `.send` effect that the reduction in this step returned.
  case synchronous(step: Int)
}

// MARK: - Issues without a reporter

extension Issues {
  /// The class with which `FocusedTestStore` reports to the test frameworks.
  ///
  /// This module must import neither `FocusedTestStore` nor the frameworks, so it looks the class
  /// up by name. A global variable that `FocusedTestStore` sets would miss issues before a test
  /// creates its first store. A test fails if the name no longer resolves.
  package static let testReporterName = "FocusedTestStore.TestFrameworkReporter"

  /// The reporter of tasks without their own, which reports to the test framework. `nil` if `FocusedTestStore` isn't
  /// linked.
  package static let testReporter =
    (NSClassFromString(testReporterName) as? any DiscoverableIssueReporter.Type)?.init()

  /// Whether an issue has already reported an error, so that throwing it reports nothing.
  package static func hasReported(_ error: any Error) -> Bool {
    error is any ReportedError || testReporter?.hasReported(error) == true
  }
}

/// A reporter that is found by its name.
package protocol DiscoverableIssueReporter: IssueReporter {
  init()

  /// Whether the test framework has already reported an error.
  func hasReported(_ error: any Error) -> Bool
}

/// Returns the mutant that is active in the running test, if it is one of the mutants at a location.
///
/// `focus mutate --source` calls it in its copy of a package. No package calls it in its own sources.
@_spi(SourceMutants) public func _sourceMutant(among mutants: Range<Int>) -> Int? {
  SourceMutants.known?.mutant(among: mutants)
}

/// Finds the object that determines which mutants are active.
package enum SourceMutants {
  /// The class of `FocusedEvidence` that determines which mutants are active. It is found by name, like
  /// ``Issues/testReporterName``.
  package static let switchName = "FocusedEvidence.SourceMutantSwitch"

  fileprivate static let known =
    NSClassFromString(switchName) as? any DiscoverableMutantSwitch.Type
}

/// A class that determines which mutants are active. It is found by its name.
package protocol DiscoverableMutantSwitch: AnyObject, SendableMetatype {
  /// Returns the mutant that is active in the running test, if it is one of these mutants. Also records that the test
  /// reached their location.
  static func mutant(among mutants: Range<Int>) -> Int?
}
