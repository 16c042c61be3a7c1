/// Which work in flight can be cancelled by which id. One belongs to each runtime.
///
/// Safe to use from anywhere, because `withTaskCancellation` and `Task.cancel(id:)` reach it from
/// the tasks of effects.
package final class CancellationRegistry: Sendable {
  /// Whether an effect is not to be cancelled with the others of its id.
  typealias Sparing = (EffectOrigin) -> Bool

  /// Work that an ID can cancel.
  enum Work: Sendable {
    /// An effect as a whole.
    case effect(RunningEffect)
    /// What follows effects that a step has started.
    case sequel(step: Int, cancel: @Sendable () -> Void)
    /// A part of an effect.
    case part(cancel: @Sendable () -> Void)
  }

  /// An ID that a feature cancelled and that nothing in flight had.
  package struct Miss: Sendable {
    package let id: CancelID
    /// An effect that had the ID, and had ended.
    package let ended: EffectOrigin?
  }

  private struct Entries {
    var nextKey = 0
    var all = [CancelID: [Int: Work]]()
    var misses: [Miss] = []
  }

  /// What ``register(_:under:)`` hands out, to take the work off the registry again.
  struct Registration: Sendable {
    fileprivate let key: Int
    fileprivate let ids: [CancelID]
  }

  private let entries = Lock(Entries())

  func register(_ work: Work, under ids: [CancelID]) -> Registration {
    entries.withLock { entries in
      let key = entries.nextKey
      entries.nextKey += 1
      for id in ids { entries.all[id, default: [:]][key] = work }
      return Registration(key: key, ids: ids)
    }
  }

  func unregister(_ registration: Registration) {
    entries.withLock { entries in
      for id in registration.ids {
        entries.all[id]?[registration.key] = nil
        if entries.all[id]?.isEmpty == true { entries.all[id] = nil }
      }
    }
  }

  func contains(_ id: CancelID) -> Bool {
    entries.withLock { $0.all[id] != nil }
  }

  /// Cancels what is registered under an id, in the order in which it was registered.
  ///
  /// - Parameter sparing: Asked about each effect; those that are spared stay registered, with what
  ///   follows them.
  /// - Returns: Whether anything was registered, and the effects that had not been cancelled before.
  @discardableResult
  func cancel(
    _ id: CancelID, by cause: EffectCancellation.Cause, sparing: Sparing? = nil
  ) -> (hasFound: Bool, cancelled: [RunningEffect]) {
    let found = entries.withLock { $0.all.removeValue(forKey: id) } ?? [:]
    let spared = sparing.map { sparedEntries(of: found, $0) } ?? [:]
    if !spared.isEmpty {
      entries.withLock { $0.all[id, default: [:]].merge(spared) { $1 } }
    }
    var cancelled: [RunningEffect] = []
    for (key, work) in found.sorted(by: { $0.key < $1.key }) where spared[key] == nil {
      switch work {
      case .effect(let effect):
        if effect.cancel(by: EffectCancellation(cause: cause, id: id)) { cancelled.append(effect) }
      case .sequel(_, let cancel), .part(let cancel): cancel()
      }
    }
    return (!found.isEmpty, cancelled)
  }

  private func sparedEntries(of found: [Int: Work], _ isSpared: Sparing) -> [Int: Work] {
    var steps: Set<Int> = []
    let effects = found.filter { _, work in
      guard case .effect(let effect) = work, isSpared(effect.origin) else { return false }
      steps.insert(effect.origin.step)
      return true
    }
    return effects.merging(
      found.filter { _, work in
        if case .sequel(let step, _) = work { steps.contains(step) } else { false }
      }, uniquingKeysWith: { $1 })
  }

  /// Notes an ID that a feature cancelled and that nothing in flight had.
  func noteMiss(_ miss: Miss) {
    entries.withLock { entries in
      entries.misses.removeAll { $0.id == miss.id }
      entries.misses = entries.misses.suffix(3) + [miss]
    }
  }

  /// The latest IDs that a feature cancelled and that nothing in flight had, for a message.
  package var misses: [Miss] { entries.withLock { $0.misses } }

  /// Does work of an effect in a task of its own, which an id can cancel.
  nonisolated(nonsending) func run<R: Sendable, Failure: Error>(
    _ operation: @escaping @Sendable () async throws(Failure) -> R,
    under id: CancelID,
    of effect: RunningEffect
  ) async throws(Failure) -> R {
    let outcome = Outcome<R, Failure>()
    // Registered first: on another thread the work can be done, and ask for its own end, at once.
    let cancellable = CancellableTask()
    let registration = register(.part { cancellable.cancel() }, under: id.reachableIDs)
    if Task.isCancelled { cancellable.cancel() }
    let task = effect.lane.start(priority: nil) {
      await cancellable.attached()
      do throws(Failure) {
        outcome.set(.success(try await operation()))
      } catch {
        outcome.set(.failure(error))
      }
    }
    cancellable.attach(task)
    let parking = Parking.ID(registration.key, of: self)
    effect.lane.park(Parking(.ownWork, id: parking) { "a part of the effect" })
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    effect.lane.unpark(parking)
    unregister(registration)
    return try outcome.get()
  }
}

/// The result of a task that cannot itself be typed by the error it throws.
private final class Outcome<Success: Sendable, Failure: Error>: Sendable {
  private let result = Lock<Result<Success, Failure>?>(nil)

  func set(_ result: Result<Success, Failure>) {
    self.result.withLock { $0 = result }
  }

  func get() throws(Failure) -> Success {
    guard let result = result.withLock({ $0 }) else {
      preconditionFailure("A finished operation has a result (had none)")
    }
    return try result.get()
  }
}
