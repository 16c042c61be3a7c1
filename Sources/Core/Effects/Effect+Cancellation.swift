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

/// The identity of a cancellable effect: the id that its feature chose, and the place of that feature.
///
/// The place distinguishes two features of one type: a row's `CancelID.load` never cancels its sibling's.
package struct CancelID: Hashable, Sendable {
  private let path: NavigationPath
  private let id: AnyHashableSendable

  package init(_ id: some Hashable & Sendable, at path: NavigationPath) {
    self.path = path
    self.id = AnyHashableSendable(id)
  }

  /// The id that the feature chose; `nil` for one of this module's making.
  package var chosen: (any Hashable & Sendable)? { isOwn ? nil : id.base }

  /// Whether a composition operator made the id, to cancel the effects of a child that goes.
  package var isOfChild: Bool { isOwn && !(id.base is Nested) }

  /// A type of this module is none that a feature can spell.
  private var isOwn: Bool {
    func module(of type: Any.Type) -> Substring { String(reflecting: type).prefix { $0 != "." } }
    return module(of: type(of: id.base)) == module(of: CancelID.self)
  }

  /// The ids under which the effect can be cancelled: this one, and the same id as the features
  /// around this one would spell it, so that a parent can cancel what its child started.
  var reachableIDs: [CancelID] {
    path.prefixes.map { CancelID(path: $0, id: id) }
  }

  /// An id of the runtime's own making, that no feature can spell.
  func nested(_ detail: some Hashable & Sendable) -> CancelID {
    CancelID(
      path: path, id: AnyHashableSendable(Nested(id: id, detail: AnyHashableSendable(detail))))
  }

  private struct Nested: Hashable {
    let id: AnyHashableSendable
    let detail: AnyHashableSendable
  }

  private init(path: NavigationPath, id: AnyHashableSendable) {
    self.path = path
    self.id = id
  }
}

/// A hashable value whose type is hidden, and that can still cross isolations.
package struct AnyHashableSendable: Hashable, Sendable {
  package let base: any Hashable & Sendable

  package init(_ base: some Hashable & Sendable) {
    self.base = base
  }

  package static func == (lhs: Self, rhs: Self) -> Bool {
    AnyHashable(lhs.base) == AnyHashable(rhs.base)
  }

  package func hash(into hasher: inout Hasher) {
    AnyHashable(base).hash(into: &hasher)
  }
}

/// The cause of an effect's cancellation, if the test did not cancel it.
package struct EffectCancellation: Sendable {
  package enum Cause: Sendable {
    /// The step whose reduction cancelled the effect.
    case step(Int)
    /// The work of another effect, or of the same one.
    case effect(EffectOrigin)
    /// The dismissal of the root feature.
    case dismissal
  }

  package let cause: Cause
  /// The ID that cancelled it; `nil` for a dismissal.
  package let id: CancelID?
}

/// An effect whose work is over.
package struct EndedEffect: Sendable {
  package let origin: EffectOrigin
  let cancelIDs: [CancelID]
  package let isCancelled: Bool
  package let hasCalledUnimplementedEndpoint: Bool
  /// The cause, if the test did not cancel it.
  package let cancellation: EffectCancellation?
  /// The number of steps that had been taken by then.
  package let stepCount: Int

  init(_ effect: RunningEffect, stepCount: Int) {
    origin = effect.origin
    cancelIDs = effect.cancelIDs
    isCancelled = effect.isCancelled
    hasCalledUnimplementedEndpoint = effect.hasCalledUnimplementedEndpoint
    cancellation = effect.cancellation
    self.stepCount = stepCount
  }
}
