extension Effect {
  /// Cancels the effects that were made ``cancellable(id:cancelInFlight:)`` with this ID: those in flight, and those
  /// that wait in a sequence that another action returned.
  ///
  /// An ID belongs to the feature whose reducer uses it. A feature can cancel its own effects and
  /// those of its children, but not those of a sibling.
  public static func cancel(id: some Hashable & Sendable) -> Effect {
    Effect(.cancel(CancelID(id)))
  }

  /// Lets the effect be cancelled by an ID.
  ///
  /// - Parameters:
  ///   - id: The effect's name. Several effects can share one; they are cancelled together.
  ///   - cancelInFlight: Whether effects in flight with this ID are cancelled before this one starts.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Effect {
    cancellable(id: CancelID(id), cancelInFlight: cancelInFlight)
  }

  package func cancellable(id: CancelID, cancelInFlight: Bool = false) -> Effect {
    guard !isNone || cancelInFlight else { return self }
    return Effect(.cancellable(id: id, cancelInFlight: cancelInFlight), [self])
  }
}

/// Runs work inside an effect that an ID can cancel.
///
/// Use it if only a part of an effect should be cancellable. It rethrows the errors of `operation`. In a
/// cancelled operation, `Task.isCancelled` is `true`, as in any cancelled task.
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
///   - cancelInFlight: Whether work in flight with this ID is cancelled before this one starts.
///   - operation: The work.
nonisolated(nonsending) public func withTaskCancellation<R: Sendable>(
  id: some Hashable & Sendable,
  cancelInFlight: Bool = false,
  operation: @escaping @Sendable () async throws -> R
) async rethrows -> R {
  guard let effect = RunningEffect.current else {
    // Outside an effect, no store could cancel the work.
    return try await operation()
  }
  if cancelInFlight { effect.cancelOthers(CancelID(id)) }
  return try await effect.cancellations.run(operation, under: CancelID(id), of: effect)
}

extension Task where Success == Never, Failure == Never {
  /// Cancels the effects and the work in flight with this ID, from inside an effect.
  ///
  /// Has no effect outside an effect, because the store is unknown there.
  public static func cancel(id: some Hashable & Sendable) {
    guard let effect = RunningEffect.current else { return }
    let id = CancelID(id)
    let cause = EffectCancellation.Cause.effect(effect.origin)
    let hasFound = effect.cancelOthers(id)
    effect.cancellations.note(.init(id: id, cause: cause, hasFound: hasFound))
  }
}

extension RunningEffect {
  /// Cancels the effects and the work in flight with an ID. Returns whether there were any.
  @discardableResult
  fileprivate func cancelOthers(_ id: CancelID) -> Bool {
    lane.didAct()
    return cancellations.cancel(id, by: .effect(origin)).hasFound
  }
}

/// The identity of a cancellable effect: the ID that its feature chose, and the location of that feature.
///
/// The location distinguishes two features of one type: a row's `CancelID.load` doesn't cancel that of
/// another row.
package struct CancelID: Hashable, Sendable {
  private let path: NavigationPath
  /// The ID that the feature chose. `nil` if a composition operator created the ID.
  private let choice: AnyID?
  /// Whether the effect waits until a throttle with the ID starts it.
  private var isOfWaitingEffect = false

  /// The ID that the feature chose. `nil` if this module created the ID.
  package var chosen: (any Hashable & Sendable)? { isOfWaitingEffect ? nil : choice?.base }

  /// Whether a composition operator created the ID, to cancel the effects of a removed child.
  package var isOfChild: Bool { choice == nil }

  /// Whether a feature chose an equal ID for both, at any location.
  package func hasEqualChoice(as other: CancelID) -> Bool {
    choice != nil && choice == other.choice
  }

  /// The ID of the effect that waits until a throttle with this ID starts it.
  var ofWaitingEffect: CancelID {
    var id = self
    id.isOfWaitingEffect = true
    return id
  }

  /// The IDs under which the effect can be cancelled: this one, and the same ID in each of the
  /// enclosing features, so that a parent can cancel the effects of its child.
  var reachableIDs: [CancelID] {
    path.prefixes.map {
      CancelID(path: $0, choice: choice, isOfWaitingEffect: isOfWaitingEffect)
    }
  }
}

extension CancelID {
  /// Creates an ID of the feature at a path, by default the running one.
  package init(
    _ id: some Hashable & Sendable,
    at path: NavigationPath = DependencyValues.current.navigationPath
  ) {
    self.init(path: path, choice: AnyID(base: id))
  }

  /// The ID of all effects of the child at a path, including those of its own children.
  package static func childEffects(at path: NavigationPath) -> CancelID {
    CancelID(path: path, choice: nil)
  }
}
