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
    return try run.actions(nil)
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
    // The result is read in the turn, because a clock or a stub can run the effect from another task afterwards.
    let result = await run.scheduler.exclusively { work in
      let outcome = await work.wait(
        atMost: timeout, couldHappen: { work.couldSendMore },
        until: { run.actions.count >= count })
      return Result { try run.actions(count, waited: outcome.span) }
    }
    return try result.get()
  }
}

/// A running effect in a runtime whose reducer only records the actions it receives. The first action, `nil`, starts the
/// effect.
private final class EffectRecording<Action> {
  let scheduler = EffectScheduler.forNewStore(createdAt: nil)
  let runtime: EffectRuntime<[Action], Action?>

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
      host: scheduler, observer: NoObserver())
    scheduler.asOwnWork { [runtime] in _ = runtime.send(nil) }
  }

  var actions: [Action] { runtime.state }
  var inFlight: [InFlightEffect] {
    (runtime.effectsInFlight + scheduler.effectsWithTasks).map { InFlightEffect(effect: $0) }
  }

  /// The actions, if there are as many as expected. With `nil`, the effect must have ended.
  func actions(_ expected: Int?, waited: String? = nil) throws -> [Action] {
    if scheduler.isOver {
      throw failure(
        EffectRunnerMessages.neverRests(limit: EffectScheduler.jobLimit),
        cure: EffectRunnerMessages.isEndless)
    }
    if let expected, actions.count != expected {
      throw failure(
        EffectRunnerMessages.wrongCount(
          expected: expected, received: actions.count, isInFlight: !inFlight.isEmpty, waited: waited
        ))
    }
    if expected == nil, !runtime.effectsInFlight.isEmpty {
      throw failure(EffectRunnerMessages.stillRunning, cure: EffectRunnerMessages.awaitIt)
    }
    return actions
  }

  private func failure(_ fact: String, cure: String = "") -> EffectRunner.Failure {
    EffectRunner.Failure(
      description: EffectRunnerMessages.failure(
        fact, received: actions, inFlight: inFlight, cure: cure))
  }

  /// Cancels the effects that still run, and lets them end.
  func close() {
    scheduler.close { [runtime] in runtime.close() }
  }
}

/// The observer of a run, whose runtime has the result.
private final class NoObserver<State, Action>: RuntimeObserver {}
