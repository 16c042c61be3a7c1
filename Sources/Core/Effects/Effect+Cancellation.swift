extension Effect {
  /// Cancels the effects in flight that were made ``cancellable(id:cancelInFlight:)`` with this id.
  ///
  /// An id belongs to the feature whose reducer uses it: a feature can cancel its own effects and
  /// those of its children, never a sibling's.
  public static func cancel(id: some Hashable & Sendable) -> Effect {
    Effect(.cancel(CancelID(id, at: DependencyValues.current.navigationPath)))
  }

  /// Lets the effect be cancelled by an id.
  ///
  /// - Parameters:
  ///   - id: The effect's name. Several effects can share one; they are cancelled together.
  ///   - cancelInFlight: Whether effects in flight with this id are cancelled before this one starts.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Effect {
    cancellable(
      id: CancelID(id, at: DependencyValues.current.navigationPath), cancelInFlight: cancelInFlight)
  }

  package func cancellable(id: CancelID, cancelInFlight: Bool = false) -> Effect {
    guard !isNone || cancelInFlight else { return self }
    return Effect(.cancellable(id: id, cancelInFlight: cancelInFlight), [self])
  }
}

/// Does work that can be cancelled by an id, inside of an effect.
///
/// Reach for it when only a part of an effect should be cancellable. Throws what `operation` throws;
/// a cancelled operation sees `Task.isCancelled`, as any cancelled task does.
///
/// ```swift
/// .run { send in
///   await withTaskCancellation(id: CancelID.progress) {
///     for await progress in client.progress { await send(.progress(progress)) }
///   }
///   await send(.finished)
/// }
/// ```
///
/// - Parameters:
///   - id: The work's name, as in ``Effect/cancellable(id:cancelInFlight:)``.
///   - cancelInFlight: Whether work in flight with this id is cancelled before this one starts.
///   - operation: The work.
nonisolated(nonsending) public func withTaskCancellation<R: Sendable>(
  id: some Hashable & Sendable,
  cancelInFlight: Bool = false,
  operation: @escaping @Sendable () async throws -> R
) async rethrows -> R {
  guard let effect = RunningEffect.current else {
    // Outside of an effect no store could cancel the work.
    return try await operation()
  }
  let cancelID = CancelID(id, at: DependencyValues.current.navigationPath)
  if cancelInFlight {
    effect.lane.noteAct()
    effect.cancellations.cancel(cancelID, by: .effect(effect.origin))
  }
  return try await effect.cancellations.run(operation, under: cancelID, of: effect)
}

extension Task where Success == Never, Failure == Never {
  /// Cancels, from inside of an effect, the effects and the work in flight with this id.
  ///
  /// Does nothing outside an effect, because no store is known there.
  public static func cancel(id: some Hashable & Sendable) {
    guard let effect = RunningEffect.current else { return }
    effect.lane.noteAct()
    effect.cancellations.cancel(
      CancelID(id, at: DependencyValues.current.navigationPath), by: .effect(effect.origin))
  }
}
