/// Sends actions from an effect's work back to the store.
///
/// Call it like a function, from any isolation: the effect's own task, a `@MainActor` closure, an
/// unstructured task, a callback.
///
/// ```swift
/// .run { send in
///   await send(.loaded(try await client.fetch()))
/// }
/// ```
///
/// It returns once the action has been reduced. An action is dropped if its task or its effect was
/// cancelled, or if its store no longer exists.
public struct Send<Action>: Sendable {
  private let effect: RunningEffect
  /// Called only in the isolation of reducers.
  private let deliver: RuntimeConfined<(Action) -> Void>

  package init(effect: RunningEffect, deliver: @escaping (Action) -> Void) {
    self.effect = effect
    self.deliver = RuntimeConfined(deliver)
  }

  /// Sends an action into the store, and returns once it has been reduced.
  nonisolated(nonsending) public func callAsFunction(_ action: sending Action) async {
    let deliver = deliver
    let effect = effect
    let work = ConfinedWork { isCancelled in
      if isCancelled || effect.isCancelled {
        effect.reportDropped(action)
      } else {
        deliver.value(action)
      }
    }
    // Whether the action is dropped is decided only in the isolation of reducers. A cancellation by another action also
    // happens there, so the two never race.
    await effect.lane.perform(isLast: false, work)
  }

  /// Sends a child's actions as actions of its parent.
  func pullback<ChildAction>(
    _ embed: RuntimeConfined<(ChildAction) -> Action>
  ) -> Send<ChildAction> {
    let deliver = deliver
    return Send<ChildAction>(effect: effect) { deliver.value(embed.value($0)) }
  }
}

extension Task where Success == Never, Failure == Never {
  /// Suspends until the task is cancelled.
  ///
  /// Use it for an endpoint of any type that doesn't answer in a test:
  ///
  /// ```swift
  /// $0.itemClient.fetch = { _ in try await Task.never() }
  /// ```
  ///
  /// A test store can't know that the call never ends, and treats it as external work. An
  /// unanswered call of a `Stub` doesn't end either, but the store knows that its effect is parked.
  ///
  /// - Throws: `CancellationError`.
  public static func never<Value>() async throws -> Value {
    try await never()
    throw _Concurrency.CancellationError()
  }

  /// Suspends until the task is cancelled.
  ///
  /// - Throws: `CancellationError`.
  public static func never() async throws {
    // A stream without a producer ends only when its reader is cancelled.
    for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
    throw _Concurrency.CancellationError()
  }
}

extension Result where Failure == any Error {
  /// The result of asynchronous work, including its error. An action can carry either.
  ///
  /// ```swift
  /// await send(.response(Result { try await client.fetch() }))
  /// ```
  @_disfavoredOverload
  nonisolated(nonsending) public init(
    catching work: nonisolated(nonsending) () async throws -> Success
  ) async {
    do {
      self = .success(try await work())
    } catch {
      self = .failure(error)
    }
  }
}
