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
  /// The number of effects in flight that have not been cancelled.
  var uncancelledEffectCount: Int { get }
  /// Called when the host has permanently removed the jobs of effects, and the actions that are not
  /// reduced yet, from its queue.
  func hostDidStop(_ runaway: Runaway)
  /// The name in messages of the action that started an effect. Called from any thread.
  func cause(of effect: EffectOrigin) -> String?
  /// Ends all effects because an effect has dismissed the root feature.
  func dismiss(by effect: EffectOrigin)
}

/// The effects that did not become idle.
package struct Runaway {
  /// The number of jobs after which effects count as never becoming idle.
  package let limit: Int
  /// The effects that were still running.
  package let effects: [EffectOrigin]
  /// The actions that were sent but not reduced yet. Each must be executed, whether the action is reduced or not.
  package let deliveries: [() -> Void]

  package init(limit: Int, effects: [EffectOrigin], deliveries: [() -> Void]) {
    self.limit = limit
    self.effects = effects
    self.deliveries = deliveries
  }
}

/// The executor of one effect's jobs, which also passes the effect's actions to the reducer.
package protocol EffectLane: AnyObject, Sendable {
  /// The scheduler that a test drives, if there is one.
  var driver: (any EffectDriver)? { get }

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

  /// Records an event, other than a sent action, that other effects can observe: the effect cancels some of them, or
  /// its end starts the next ones.
  func noteAct()

  /// The effect has been cancelled, or no task is left that could send its actions. Called once or
  /// twice.
  func effectCannotSend()

  /// Records that the current task waits for an event that only the test can cause, or for another task of the lane.
  func park(_ parking: Parking)

  /// Records that a task continues or was cancelled.
  func unpark(_ id: Parking.ID)

  /// Whether only the test can wake the effect.
  var isParked: Bool { get }

  /// The number of tasks that the effect started with `Task {}` and that do not wait for the test.
  var runningTasks: Int { get }

  /// The events that the effect's tasks wait for, if only the test can cause them.
  var parkings: [Parking] { get }
}

extension EffectLane {
  package var driver: (any EffectDriver)? { nil }
  package func noteAct() {}
  package func effectCannotSend() {}
  package func park(_: Parking) {}
  package func unpark(_: Parking.ID) {}
  package var isParked: Bool { false }
  package var runningTasks: Int { 0 }
  package var parkings: [Parking] { [] }
}

/// A scheduler whose effects run when a test drives it.
package protocol EffectDriver: AnyObject, Sendable {
  /// Runs all effects until they are idle.
  nonisolated(nonsending) func settle() async
  /// Wakes the calls that wait for an event in the store.
  func somethingHappened()
  /// Waits until a condition holds, as long as the effects could still make it true.
  nonisolated(nonsending) func waitForEffects(
    atMost timeout: Duration, until condition: () -> Bool
  ) async -> Bool
}

/// An event that a task waits for and that only the test can cause.
package struct Parking: Sendable {
  /// The clock or stub that made the task wait, and the number of the wait.
  package struct ID: Hashable, Sendable {
    private let source: ObjectIdentifier
    package let number: Int

    package init(_ number: Int, of source: AnyObject) {
      self.source = ObjectIdentifier(source)
      self.number = number
    }
  }

  /// The call of the test that ends the wait.
  package enum Cause: Sendable {
    /// Advance a clock.
    case clock
    /// Answer a call of a stub.
    case stub
    /// No call: the task waits for another task of the same effect, which counts separately.
    case ownWork
  }

  package let id: ID
  package let cause: Cause
  /// The awaited event in a message: `TestClock, until 1.0 seconds; now 0.5 seconds`.
  package let description: @Sendable () -> String
  /// The time on a clock that ends a wait for it: `1.0 seconds`.
  package let end: (@Sendable () -> String)?

  package init(
    _ cause: Cause, id: ID, until end: (@Sendable () -> String)? = nil,
    description: @escaping @Sendable () -> String
  ) {
    self.cause = cause
    self.id = id
    self.end = end
    self.description = description
  }
}
