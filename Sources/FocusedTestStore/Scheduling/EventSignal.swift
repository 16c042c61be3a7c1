import BehaviorLedger
import Core
import Dispatch

/// Counts events, and wakes what waits for the next one.
///
/// The one place where a wait times out. Nothing polls: a waiter is resumed by an event, by its
/// deadline or by its task's cancellation, whichever is first.
final class EventSignal: Sendable {
  fileprivate struct Waiter {
    let id: Int
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Bool, Never>
  }

  fileprivate struct State {
    var count = 0
    var nextID = 0
    var waiters: [Waiter] = []
    /// Waits that were cancelled before they began.
    var cancelled: Set<Int> = []
    /// When the alarm that has been set rings.
    var alarm: ContinuousClock.Instant?
  }

  private let state = Lock(State())

  /// How many events there have been.
  var count: Int { state.withLock { $0.count } }

  /// Counts an event, and resumes every waiter.
  func fire() {
    let waiters = state.withLock { state -> [Waiter]? in
      state.count += 1
      guard !state.waiters.isEmpty else { return nil }
      defer { state.waiters = [] }
      return state.waiters
    }
    // Seldom are there any, and a loop over none takes a look-up of its type in a debug build.
    guard let waiters else { return }
    for waiter in waiters { waiter.continuation.resume(returning: true) }
  }

  /// Waits until there have been more events than a number, or until a deadline.
  ///
  /// - Returns: Whether there was an event.
  nonisolated(nonsending) func wait(
    past count: Int, until deadline: ContinuousClock.Instant
  ) async -> Bool {
    let id = nextID()
    defer { state.withLock { _ = $0.cancelled.remove(id) } }
    return await withTaskCancellationHandler {
      await wait(as: id, past: count, until: deadline)
    } onCancel: {
      cancel(id)
    }
  }

  /// Waits as ``wait(past:until:)`` does, whether the task is cancelled or not.
  nonisolated(nonsending) func waitUncancelled(
    past count: Int, until deadline: ContinuousClock.Instant
  ) async -> Bool {
    await wait(as: nextID(), past: count, until: deadline)
  }

  private func nextID() -> Int {
    state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
  }

  nonisolated(nonsending) private func wait(
    as id: Int, past count: Int, until deadline: ContinuousClock.Instant
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      let waiter = Waiter(id: id, deadline: deadline, continuation: continuation)
      if let outcome = add(waiter, past: count) { continuation.resume(returning: outcome) }
    }
  }

  /// Adds a waiter, or says at once how its wait ends.
  private func add(_ waiter: Waiter, past count: Int) -> Bool? {
    let now = ContinuousClock.now
    let (outcome, delay) = state.withLock { state -> (Bool?, Duration?) in
      if state.count > count { return (true, nil) }
      if state.cancelled.remove(waiter.id) != nil || waiter.deadline <= now { return (false, nil) }
      state.waiters.append(waiter)
      return (nil, state.alarmDelay(for: waiter.deadline, now: now))
    }
    if let delay { setAlarm(in: delay) }
    return outcome
  }

  private func cancel(_ id: Int) {
    let waiter = state.withLock { state -> Waiter? in
      guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.waiters.remove(at: index)
    }
    waiter?.continuation.resume(returning: false)
  }

  private func setAlarm(in delay: Duration) {
    let (seconds, attoseconds) = delay.components
    let time =
      DispatchTime.now() + .seconds(Int(seconds))
      + .nanoseconds(Int(attoseconds / 1_000_000_000) + 1)
    DispatchQueue.global().asyncAfter(deadline: time) { [weak self] in self?.alarmRings() }
  }

  private func alarmRings() {
    let now = ContinuousClock.now
    let (late, delay) = state.withLock { state -> ([Waiter], Duration?) in
      state.alarm = nil
      let late = state.waiters.filter { $0.deadline <= now }
      state.waiters.removeAll { $0.deadline <= now }
      let next = state.waiters.map(\.deadline).min()
      return (late, next.flatMap { state.alarmDelay(for: $0, now: now) })
    }
    if let delay { setAlarm(in: delay) }
    for waiter in late { waiter.continuation.resume(returning: false) }
  }
}

extension EventSignal.State {
  /// How long from now an alarm must be set so that a deadline is not missed; `nil` when one rings
  /// before it anyway, and looks for itself what comes next.
  ///
  /// A far deadline is approached in hours, which no clock arithmetic overflows.
  fileprivate mutating func alarmDelay(
    for deadline: ContinuousClock.Instant, now: ContinuousClock.Instant
  ) -> Duration? {
    let time = min(deadline, now + .seconds(3600))
    if let alarm, alarm <= time { return nil }
    alarm = time
    return now.duration(to: time)
  }
}

extension ContinuousClock.Instant {
  /// The point in time a while from now, however long the while is.
  static func now(plus duration: Duration) -> Self {
    .now + max(.seconds(-1), min(duration, Duration.patience))
  }
}

extension Duration {
  /// The longest wait of the process. `focus split` shortens it for trials, most of which wait in vain.
  fileprivate static let patience: Duration = {
    let seconds = EnvironmentVariable.patience.value.flatMap { Double($0) }
    return seconds.map { .seconds($0) } ?? .seconds(1_000_000_000)
  }()
}
