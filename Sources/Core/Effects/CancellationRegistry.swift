/// Which work in flight can be cancelled by which id. One belongs to each runtime.
///
/// Safe to use from anywhere, because `withTaskCancellation` and `Task.cancel(id:)` reach it from
/// the tasks of effects.
package final class CancellationRegistry: Sendable {
  /// Whether an effect is not to be cancelled with the others of its id.
  typealias Sparing = (EffectOrigin) -> Bool

  /// What an entry is about.
  enum Subject: Sendable {
    /// An effect as a whole.
    case effect(EffectOrigin)
    /// What follows effects that a step has started.
    case sequel(step: Int)
    /// A part of an effect.
    case part
  }

  private struct Entry {
    let subject: Subject
    let cancel: @Sendable () -> Void
  }

  private struct Entries {
    var nextKey = 0
    var all = [CancelID: [Int: Entry]]()
    var missed: [CancelID] = []
  }

  /// What ``register(_:under:cancel:)`` hands out, to take the work off the registry again.
  struct Registration: Sendable {
    fileprivate let key: Int
    fileprivate let ids: [CancelID]
  }

  private let entries = Lock(Entries())

  func register(
    _ subject: Subject, under ids: [CancelID], cancel: @escaping @Sendable () -> Void
  ) -> Registration {
    entries.withLock { entries in
      let key = entries.nextKey
      entries.nextKey += 1
      let entry = Entry(subject: subject, cancel: cancel)
      for id in ids { entries.all[id, default: [:]][key] = entry }
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

  /// Cancels what is registered under an id, in the order in which it was registered. Returns
  /// whether there was anything.
  ///
  /// - Parameter sparing: Asked about each effect; those that are spared stay registered, with what
  ///   follows them.
  @discardableResult
  func cancel(_ id: CancelID, sparing: Sparing? = nil) -> Bool {
    let found = entries.withLock { $0.all.removeValue(forKey: id) } ?? [:]
    let spared = sparing.map { sparedEntries(of: found, $0) } ?? [:]
    if !spared.isEmpty {
      entries.withLock { $0.all[id, default: [:]].merge(spared) { $1 } }
    }
    for (key, entry) in found.sorted(by: { $0.key < $1.key }) where spared[key] == nil {
      entry.cancel()
    }
    return !found.isEmpty
  }

  private func sparedEntries(of found: [Int: Entry], _ isSpared: Sparing) -> [Int: Entry] {
    var steps: Set<Int> = []
    let effects = found.filter { _, entry in
      guard case .effect(let effect) = entry.subject, isSpared(effect) else { return false }
      steps.insert(effect.step)
      return true
    }
    return effects.merging(
      found.filter { _, entry in
        if case .sequel(let step) = entry.subject { steps.contains(step) } else { false }
      }, uniquingKeysWith: { $1 })
  }

  /// Cancels what a feature asks for, and remembers the latest ids that nothing had.
  func cancelAsAsked(_ id: CancelID, sparing: Sparing? = nil) {
    if cancel(id, sparing: sparing) { return }
    entries.withLock { entries in
      entries.missed.removeAll { $0 == id }
      entries.missed = entries.missed.suffix(3) + [id]
    }
  }

  /// The latest ids that a feature cancelled and that nothing had, for a message.
  package var missed: [CancelID] { entries.withLock { $0.missed } }

  /// Does work of an effect in a task of its own, which an id can cancel.
  nonisolated(nonsending) func run<R: Sendable, Failure: Error>(
    _ operation: @escaping @Sendable () async throws(Failure) -> R,
    under id: CancelID,
    of effect: RunningEffect
  ) async throws(Failure) -> R {
    let outcome = Outcome<R, Failure>()
    // Registered first: on another thread the work can be done, and ask for its own end, at once.
    let cancellable = CancellableTask()
    let registration = register(.part, under: id.reachableIDs) { cancellable.cancel() }
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
