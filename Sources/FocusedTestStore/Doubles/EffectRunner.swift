import Core

/// Runs an effect without a feature, and returns the actions that it sends.
///
/// Use it for an effect that deserves a separate test, such as one that several features share or
/// that a client returns.
///
/// ```swift
/// let actions = try EffectRunner.run(Search().find("swift")) {
///   $0.searchClient.find = { query in [query] }
/// }
/// #expect(actions == [.found(["swift"], for: "swift")])
/// ```
///
/// The actions are recorded but not reduced, so they start no further effects. As in a store, an error that
/// the effect throws without a `catch` is reported at the effect's line.
public enum EffectRunner {
  /// The reason why a run failed: the expected number of actions, the actions, and the running effects.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Runs an effect to its end, at once and on this thread.
  ///
  /// Use it for any effect that needs no external event: `.send`, pure asynchronous code, immediate
  /// clocks, clients that answer at once.
  ///
  /// - Parameters:
  ///   - effect: An expression that creates the effect. It is evaluated with the given
  ///     dependencies. An effect that was created before keeps its own dependencies.
  ///   - updateDependencies: Overrides the dependencies of the effect.
  /// - Returns: The actions in the order in which the effect sent them.
  /// - Throws: A ``Failure`` if the effect does not end. The effect is then cancelled.
  public static func run<Action>(
    _ effect: @autoclosure () throws -> Effect<Action>,
    withDependencies updateDependencies: (inout DependencyValues) -> Void = { _ in }
  ) throws -> [Action] {
    let run = try EffectRecording(of: effect, updateDependencies)
    defer { run.close() }
    run.scheduler.ifFree { $0.runAll() }
    if let runaway = run.runaway { throw Failure(description: runaway) }
    guard run.runtime.effectsInFlight.isEmpty else {
      throw Failure(
        description: EffectRunnerMessages.stillRunning(run.inFlight, received: run.actions))
    }
    return run.actions
  }

  /// Runs an effect until it has sent as many actions as expected, and is idle.
  ///
  /// Use it for an effect that waits for external events, or that never ends. After the last
  /// expected action, the running work is cancelled.
  ///
  /// ```swift
  /// let actions = try await EffectRunner.run(Search().find("swift"), expecting: 1) {
  ///   $0.searchClient.find = { query in await index.find(query) }
  /// }
  /// #expect(actions == [.found(["swift"], for: "swift")])
  /// ```
  ///
  /// - Parameters:
  ///   - effect: An expression that creates the effect. It is evaluated with the given
  ///     dependencies. An effect that was created before keeps its own dependencies.
  ///   - count: The number of actions that the effect sends before it ends or rests. More actions
  ///     throw a ``Failure``.
  ///   - timeout: The longest time to wait for external events. If only the test can wake the
  ///     effect, the run fails at once.
  ///   - updateDependencies: Overrides the dependencies of the effect.
  /// - Returns: The actions in the order sent.
  /// - Throws: A ``Failure`` for fewer or more actions, or for an effect that doesn't become idle.
  nonisolated(nonsending) public static func run<Action>(
    _ effect: @autoclosure () throws -> Effect<Action>,
    expecting count: Int,
    timeout: Duration = .seconds(1),
    withDependencies updateDependencies: (inout DependencyValues) -> Void = { _ in }
  ) async throws -> [Action] {
    let run = try EffectRecording(of: effect, updateDependencies)
    defer { run.close() }
    let result = await run.scheduler.exclusively { work -> Result<[Action], Failure> in
      let outcome = await work.wait(
        atMost: timeout, couldHappen: { work.couldSendMore },
        until: { run.runaway != nil || run.actions.count >= count })
      if let runaway = run.runaway { return .failure(Failure(description: runaway)) }
      if run.actions.count == count { return .success(run.actions) }
      return .failure(
        Failure(
          description: EffectRunnerMessages.wrongCount(
            expected: count, received: run.actions, effects: run.inFlight,
            waited: outcome.span)))
    }
    return try result.get()
  }
}

/// A running effect in a runtime whose reducer only records the actions it receives. The first action, `nil`, starts the
/// effect.
private final class EffectRecording<Action> {
  let scheduler = EffectScheduler.forNewStore(createdAt: nil)
  let runtime: EffectRuntime<[Action], Action?>
  private let recorder = RunawayRecorder<Action>()

  init(
    of makeEffect: () throws -> Effect<Action>,
    _ updateDependencies: (inout DependencyValues) -> Void
  ) throws {
    var dependencies = DependencyValues.current
    dependencies.context = .test
    dependencies.startOwnCache()
    dependencies.prepare(updateDependencies)
    let effect = try dependencies.asCurrent { try makeEffect() }
    let reducer = Reduce<[Action], Action?> { actions, action in
      guard let action else { return effect.map(Optional.some) }
      actions.append(action)
      return .none
    }
    runtime = EffectRuntime(
      initialState: [], reducer: reducer.reduce, dependencies: dependencies,
      host: scheduler, observer: recorder)
    scheduler.asOwnWork { [runtime] in _ = runtime.send(nil) }
  }

  var actions: [Action] { runtime.state }
  var inFlight: [InFlightEffect] {
    (runtime.effectsInFlight + scheduler.effectsWithTasks).map { InFlightEffect(effect: $0) }
  }

  /// The message about an effect that did not become idle.
  var runaway: String? {
    recorder.limit.map { EffectRunnerMessages.neverRests(limit: $0, received: actions) }
  }

  /// Cancels the effects that still run, and lets them end.
  func close() {
    scheduler.close { [runtime] in runtime.close() }
  }
}

/// Records that an effect didn't become idle.
private final class RunawayRecorder<Sent>: RuntimeObserver {
  /// The number of jobs after which the effect was stopped.
  private(set) var limit: Int?
  var explainsEffects: Bool { true }
  func didReduce(_: Sent?, from _: ActionSource, to _: [Sent]) {}

  func on(_ event: EffectEvent) {
    if case .stopped(_, let limit) = event { self.limit = limit }
  }
}
