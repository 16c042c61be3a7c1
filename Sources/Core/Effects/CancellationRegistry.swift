/// The work that each ID can cancel. Each runtime has one registry.
///
/// Safe to use from anywhere, because `withTaskCancellation` and `Task.cancel(id:)` reach it from
/// the tasks of effects.
package final class CancellationRegistry: Sendable {
  /// Whether an effect is excluded from a cancellation by its ID.
  typealias Sparing = (EffectOrigin) -> Bool

  /// Work that an ID can cancel.
  enum Work: Sendable {
    /// An effect as a whole.
    case effect(RunningEffect)
    /// The continuation of effects that a step started.
    case continuation(step: Int, cancel: @Sendable () -> Void)
    /// A part of an effect.
    case part(of: RunningEffect, Task<Void, Never>)
    /// Effects of a step that wait in a sequence. See ``WaitingEffects``.
    case waiting(step: Int, cancel: @Sendable (EffectCancellation) -> Void)
  }

  /// A cancellation by a feature, for messages about effects that it didn't reach.
  package struct Attempt: Sendable {
    package let id: CancelID
    package let cause: EffectCancellation.Cause
    /// Whether an effect had the ID.
    package let hasFound: Bool
  }

  private struct Entry: Sendable {
    let id: CancelID
    let work: Work
  }

  private struct Entries {
    var latestKey = 0
    /// The work by the hash of an ID, and by a key that counts up. The ID itself isn't the key: code of the app that
    /// hashes and compares the ID could use the registry, which would deadlock under the lock.
    var buckets: [Int: [Int: Entry]] = [:]
    var attempts: [Attempt] = []

    mutating func remove(_ key: Int, hash: Int) -> Entry? {
      let entry = buckets[hash]?.removeValue(forKey: key)
      if buckets[hash]?.isEmpty == true { buckets[hash] = nil }
      return entry
    }
  }

  /// The keys of registered work under its IDs, with which it is removed from the registry.
  typealias Registration = [(key: Int, hash: Int)]

  private let entries = Lock(Entries())
  private let recordsAttempts: Bool

  /// - Parameter recordsAttempts: Whether to record the latest cancellations, for messages.
  package init(recordsAttempts: Bool) {
    self.recordsAttempts = recordsAttempts
  }

  /// Makes work cancellable by some IDs, possibly none.
  func register(_ work: Work, under ids: [CancelID]) -> Registration {
    // Most effects have no IDs, and need no lock (`make bench`, "send and receive").
    if ids.isEmpty { return [] }
    let hashes = ids.map(\.hashValue)
    return entries.withLock { entries in
      zip(ids, hashes).map { id, hash in
        entries.latestKey += 1
        entries.buckets[hash, default: [:]][entries.latestKey] = Entry(id: id, work: work)
        return (entries.latestKey, hash)
      }
    }
  }

  func unregister(_ registration: Registration) {
    if registration.isEmpty { return }
    // Entries are released after the lock, because their release may run the app's code.
    _ = entries.withLock { entries in registration.map { entries.remove($0.key, hash: $0.hash) } }
  }

  func contains(_ id: CancelID) -> Bool {
    let hash = id.hashValue
    let bucket = entries.withLock { $0.buckets[hash] }
    return bucket?.contains { $0.value.id == id } ?? false
  }

  /// Cancels the effects that are registered under an ID, in the order of registration. Waiting effects of the step that
  /// cancels are spared, because that step can cancel an effect in flight, and start its replacement in a sequence.
  ///
  /// - Parameter sparing: Whether an effect is spared. Spared effects stay registered, with their continuations.
  /// - Returns: Whether any effect was registered, and the effects that had not been cancelled before.
  @discardableResult
  func cancel(
    _ id: CancelID, by cause: EffectCancellation.Cause, sparing: Sparing? = nil
  ) -> (hasFound: Bool, cancelled: [RunningEffect]) {
    let hash = id.hashValue
    let found = (entries.withLock { $0.buckets[hash] } ?? [:]).filter { $0.value.id == id }
      .mapValues(\.work).filter {
        if case .waiting(let step, _) = $0.value { step != cause.step } else { true }
      }
    let spared = sparing.map { sparedKeys(of: found, $0) } ?? []
    let keys = found.keys.filter { !spared.contains($0) }.sorted()
    let taken = entries.withLock { entries in keys.compactMap { entries.remove($0, hash: hash) } }
    let cancellation = EffectCancellation(cause: cause, id: id)
    var cancelled: [RunningEffect] = []
    for entry in taken {
      switch entry.work {
      case .effect(let effect): if effect.cancel(by: cancellation) { cancelled.append(effect) }
      case .continuation(_, let cancel): cancel()
      case .part(let effect, let task):
        effect.didCancelPart(by: cancellation)
        task.cancel()
      case .waiting(_, let cancel): cancel(cancellation)
      }
    }
    return (!found.isEmpty, cancelled)
  }

  private func sparedKeys(of found: [Int: Work], _ isSpared: Sparing) -> Set<Int> {
    var steps: Set<Int> = []
    let effects = found.filter { _, work in
      guard case .effect(let effect) = work, isSpared(effect.origin) else { return false }
      steps.insert(effect.origin.step)
      return true
    }
    let continuations = found.filter { _, work in
      if case .continuation(let step, _) = work { steps.contains(step) } else { false }
    }
    return Set(effects.keys).union(continuations.keys)
  }

  /// Records a cancellation by a feature.
  func note(_ attempt: Attempt) {
    guard recordsAttempts else { return }
    // If two tasks record a cancellation at once, one may be lost. Then a message is only shorter.
    var latest = Array(attempts.filter { $0.id != attempt.id }.suffix(7)) + [attempt]
    // The former ones are released after the lock, because their release may run the app's code.
    entries.withLock { swap(&$0.attempts, &latest) }
  }

  /// The latest cancellations by features, one per ID, for a message.
  package var attempts: [Attempt] { entries.withLock { $0.attempts } }

  /// The IDs under which parts of an effect can be cancelled.
  package func ids(ofPartsOf effect: RunningEffect) -> [CancelID] {
    entries.withLock { $0.buckets }.values.joined().filter { _, entry in
      if case .part(let owner, _) = entry.work { owner === effect } else { false }
    }
    .sorted { $0.key < $1.key }.map(\.value.id)
  }

  /// Runs work of an effect in a separate task, which an ID can cancel.
  nonisolated(nonsending) func run<R: Sendable, Failure: Error>(
    _ operation: @escaping @Sendable () async throws(Failure) -> R,
    under id: CancelID,
    of effect: RunningEffect
  ) async throws(Failure) -> R {
    let outcome = Lock<Result<R, Failure>?>(nil)
    let (registered, start) = AsyncStream.makeStream(of: Never.self)
    let task = effect.lane.start(priority: nil) {
      // The task may run at once, and its operation may cancel the ID.
      for await _ in registered {}
      do throws(Failure) {
        let value = try await operation()
        outcome.withLock { $0 = .success(value) }
      } catch {
        outcome.withLock { $0 = .failure(error) }
      }
    }
    let registration = register(.part(of: effect, task), under: id.reachableIDs)
    if Task.isCancelled { task.cancel() }
    start.finish()
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    unregister(registration)
    guard let result = outcome.withLock({ $0 }) else {
      preconditionFailure("A finished operation has a result (had none)")
    }
    return try result.get()
  }
}

/// The effects of one step that wait in a sequence, and can be cancelled before they start.
final class WaitingEffects {
  private let cancelled = OptimisticLock<[CancelID: EffectCancellation]>([:])
  private let cancellations: CancellationRegistry
  /// The registrations under each ID, one per effect that has not started.
  private var registrations: [CancelID: [CancellationRegistry.Registration]] = [:]

  /// Makes the effects cancellable, including those in their groups.
  init<Action>(_ effects: [Effect<Action>], ofStep step: Int, _ cancellations: CancellationRegistry)
  {
    self.cancellations = cancellations
    for id in effects.flatMap(\.parts).compactMap(\.ownCancelID) {
      let work = CancellationRegistry.Work.waiting(step: step) { [cancelled] cancellation in
        cancelled.update { $0[id] = $0[id] ?? cancellation }
      }
      registrations[id, default: []].append(cancellations.register(work, under: id.reachableIDs))
    }
  }

  deinit {
    for registration in registrations.values.joined() { cancellations.unregister(registration) }
  }

  /// Records that an effect with an ID is about to start. Returns its cancellation if it was cancelled while it waited.
  func start(_ id: CancelID) -> EffectCancellation? {
    if let started = registrations[id]?.popLast() { cancellations.unregister(started) }
    return cancelled.value[id]
  }
}
