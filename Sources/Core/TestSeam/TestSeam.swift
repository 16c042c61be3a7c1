import Foundation

// The interface between Core and test stores: all that a test store needs and an app doesn't.
//
// A test store is a client of `EffectRuntime`, which it shares with the live `Store`. It gives the runtime its own
// `EffectHost`, whose `EffectLane`s run an effect's jobs on the executor that the test drains, and a `RuntimeObserver`,
// which is notified of each step. A mutant adds a `RuntimeIntervention`. `AssertionContext` connects an assert closure with
// the collections of its state, and `RewindableDependencies` let it generate the same IDs as the reducer. The test frameworks
// get the issues of code that runs outside of a store.

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
  /// Called before the host ends because effects did not become idle.
  ///
  /// - Parameters:
  ///   - effects: The effects that were still running.
  ///   - limit: The number of jobs after which effects count as never becoming idle.
  func hostWillEnd(whileRunning effects: [EffectOrigin], atLimit limit: Int)
  /// Called when the host runs no more work of the runtime.
  func hostDidEnd()
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

  /// Whether a task that the effect's work has started has not ended.
  var hasTasks: Bool { get }

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
  package var hasTasks: Bool { true }
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
  /// Whether messages name cancellations that found no effect. Read once, when the runtime is created. In an app, no message
  /// does, so the runtime records nothing for them.
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
  ///
  /// Work without a task of its own has started by then. If it is passive, nothing shows whether it has started.
  case started(RunningEffect, isPassive: Bool)
  /// A step has cancelled effects in flight.
  case cancelled([RunningEffect], inStep: Int)
  /// The work of an effect, which may have been cancelled, has ended. An abandoned effect no longer counted as in flight.
  case ended(RunningEffect, isAbandoned: Bool)
  /// An effect was cancelled while it waited in a sequence. It doesn't start.
  case skipped(EffectOrigin, by: EffectCancellation)
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
  /// Whether another outcome of the step occurs.
  func allows(_ outcome: StepOutcome<Action>) -> Bool
}

/// An outcome of one step, other than a change of the state.
package enum StepOutcome<Action> {
  /// An action is reduced that follows from the step. `sender` is the effect that sent the action, if an effect sent it.
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

// MARK: - Assert closures

/// The state of a running assert closure, for the package's collections and wrappers.
///
/// A closure that states correct values changes nothing. A write to a missing element also changes nothing, so
/// collections report it here. Adding an element that is already present would change nothing either. So when the
/// closure is applied to the actual state, identified arrays assign the stated value to the element.
package final class AssertionContext: Sendable {
  /// The state to which the closure is applied.
  package enum Target: Sendable {
    /// A state whose collections behave as in production.
    case other
    /// The actual state. In `assert`, the closure follows no step.
    ///
    /// The merges with these numbers change nothing, because their elements existed before the step.
    case actual(isAfterStep: Bool, withoutMerges: Set<Int> = [])
  }

  /// The closure's operations besides changes of the state.
  package struct Outcome: Sendable {
    /// The writes to missing elements, except writes to an element that the closure removes.
    package var missed: [MissedMutation] = []
    /// Whether an identified array has pending additions. See `SettlingCollection`.
    package var needsSettling = false
    /// Whether the closure removed elements of an identified array. It may have added them again, with other values.
    package var removesElements = false
    /// Whether merging gave a present element another value or position.
    package var changesMergedElements = false

    package init() {}
  }

  private struct Contents {
    var target = Target.other
    var outcome = Outcome()
    var merges = 0
  }

  private let contents = Lock(Contents())

  /// The number of assert closures that are running in the process.
  fileprivate static let running = Lock(0)

  /// Starts another application of a closure.
  func begin(_ target: Target) {
    contents.withLock { $0 = Contents(target: target) }
  }

  /// The operations, besides changes of the state, of the latest application of a closure.
  package var outcome: Outcome { contents.withLock(\.outcome) }
}

/// A write of an assert closure to a missing element or presented state.
package struct MissedMutation: Sendable {
  /// `the Row.State with the id 7`
  package let subject: String
  /// The elements that exist instead.
  package let context: String
  let id = Identity()
}

// MARK: - What collections report

extension AssertionContext {
  /// Whether any assert closure is running. In an app, none is, so that its collections read no task-local.
  static var isAnyRunning: Bool { running.withLock { $0 } > 0 }

  /// The context of the running closure; `nil` in production.
  static var current: AssertionContext? {
    isAnyRunning ? DependencyValues.scoped?.overridden(AssertionContextKey.self) : nil
  }

  /// Whether the running closure is applied to the state after the step, or `nil` if it is applied to
  /// another state, or if no closure runs.
  static var isAfterStep: Bool? {
    guard case .actual(let isAfterStep, _)? = current?.contents.withLock({ $0.target }) else {
      return nil
    }
    return isAfterStep
  }

  /// Records that an array has pending additions.
  static func noteRestatement() { current?.note { $0.needsSettling = true } }

  /// Reports that an array removes elements.
  static func noteRemoval() { current?.note { $0.removesElements = true } }

  /// Reports that merging changed an element that was present.
  static func noteMergedElement() { current?.note { $0.changesMergedElements = true } }

  /// Numbers the merge of a present element.
  ///
  /// - Returns: The number, and whether the merge changes nothing.
  static func nextMerge() -> (number: Int, isWithoutEffect: Bool)? {
    current?.contents.withLock { contents in
      guard case .actual(_, let withoutMerges) = contents.target else { return nil }
      let number = contents.merges
      contents.merges += 1
      return (number, withoutMerges.contains(number))
    }
  }

  func note(_ change: @Sendable (inout Outcome) -> Void) {
    contents.withLock { change(&$0.outcome) }
  }
}

private enum AssertionContextKey: TestDependencyKey {
  static var testValue: AssertionContext { AssertionContext() }
}

extension DependencyValues {
  /// The values for a test store, before the test overrides some.
  package func forTestStore(
    _ id: ObjectIdentifier, dismiss: DismissEffect
  ) -> DependencyValues {
    changing(at: stateLocation) { contents in
      contents.startOwnCache()
      contents.context = .test
      contents.storeID = id
      contents.overrides.set(dismiss, for: DismissEffect.self)
    }
  }

  /// The values for assert closures, with generators that are independent of the store's. A closure
  /// can also write an ID as a literal: `$0.path[id: 0] = …` states the result of a push.
  func forAssertClosures(in context: AssertionContext) -> DependencyValues {
    changing(at: nil) { contents in
      contents.overrides.set(context, for: AssertionContextKey.self)
      contents.numberStackElements()
      if overridden(UUIDGenerator.self)?.counter != nil {
        contents.overrides.set(.incrementing, for: UUIDGenerator.self)
      }
    }
  }
}

// An assert closure can generate the same IDs as the reducer, as in `$0.id = uuid()`. So it runs
// with copies of the store's generators, which are reset to their positions before the step.

/// The positions of the counting generators among a store's dependencies.
package struct GeneratorPositions: Hashable, Sendable {
  /// `nil` if the generator doesn't count, such as the live one.
  package let uuid: Int?
  package let stackElementID: Int

  /// The positions at which generators start.
  package static let beginning = GeneratorPositions(uuid: 0, stackElementID: 0)

  package init(uuid: Int?, stackElementID: Int) {
    self.uuid = uuid
    self.stackElementID = stackElementID
  }
}

/// The counting generators among some dependencies.
///
/// An object, because each step refers to it more than once (`make bench`, "send, no effect").
package final class CountableGenerators: Sendable {
  fileprivate let uuid: IncrementingCounter?
  fileprivate let stackElementID: IncrementingCounter

  package init(of dependencies: DependencyValues) {
    uuid = dependencies.overridden(UUIDGenerator.self)?.counter
    stackElementID = dependencies.stackElementID
  }

  package var positions: GeneratorPositions {
    GeneratorPositions(uuid: uuid?.position, stackElementID: stackElementID.position)
  }

  /// The positions after the latest step, and those at which it began to generate IDs, given the positions before it.
  /// It began after the IDs of stacks that other code created in between.
  package func positions(
    inStepFrom before: GeneratorPositions
  ) -> (start: GeneratorPositions, end: GeneratorPositions) {
    let stacks = stackElementID.positions
    var start = before
    if stacks.admitted > before.stackElementID {
      start = GeneratorPositions(uuid: before.uuid, stackElementID: stacks.admitted)
    }
    return (start, GeneratorPositions(uuid: uuid?.position, stackElementID: stacks.next))
  }
}

/// The dependencies of a store's assert closures: the store's own, with copies of the generators
/// that start at given positions.
package final class RewindableDependencies: Sendable {
  /// The state of the running closure, for the collections in the state.
  package let context = AssertionContext()
  private let values: DependencyValues
  private let generators: CountableGenerators

  package init(_ original: DependencyValues) {
    values = original.forAssertClosures(in: context)
    generators = CountableGenerators(of: values)
  }

  /// Runs an application of a closure.
  ///
  /// - Parameters:
  ///   - positions: The positions at which the generators start.
  ///   - target: The state to which the closure is applied.
  package func run<R>(
    at positions: GeneratorPositions, for target: AssertionContext.Target = .other,
    _ closure: () throws -> R
  ) rethrows -> R {
    AssertionContext.running.withLock { $0 += 1 }
    defer { AssertionContext.running.withLock { $0 -= 1 } }
    return try rewound(to: positions, for: target).asCurrent(closure)
  }

  /// The values for an application of a closure, valid until the next call.
  ///
  /// - Parameters:
  ///   - positions: The positions at which the generators start.
  ///   - target: The state to which the closure is applied.
  package func rewound(
    to positions: GeneratorPositions, for target: AssertionContext.Target = .other
  ) -> DependencyValues {
    generators.stackElementID.move(to: positions.stackElementID)
    if let position = positions.uuid { generators.uuid?.move(to: position) }
    context.begin(target)
    return values
  }
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
/// `focus mutate --source` and `focus split` call it in their copies of a package. No package calls it in its own sources.
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
