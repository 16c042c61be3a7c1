import Core
import Dispatch

/// Counts events, and wakes the waiters for the next one.
///
/// Only this type implements timeouts. It doesn't poll: an event, the deadline, or the cancellation
/// of its task resumes a waiter, whichever is first.
final class EventSignal: Sendable {
  private let state = Lock(EventCount())

  /// The number of events so far.
  var count: Int { state.withLock { $0.count } }

  /// Counts an event, and resumes every waiter.
  func fire() {
    for waiter in state.withLock({ $0.fire() }) { waiter.resume(true) }
  }

  /// Waits until there have been more events than a number, or until a deadline.
  ///
  /// - Returns: Whether an event fired.
  nonisolated(nonsending) func wait(
    past count: Int, until deadline: ContinuousClock.Instant
  ) async -> Bool {
    let id = state.withLock { $0.waiters.makeID() }
    defer { state.withLock { _ = $0.waiters.takeCancellation(of: id) } }
    return await withTaskCancellationHandler {
      await wait(as: id, past: count, until: deadline)
    } onCancel: {
      state.withLock { $0.waiters.cancel(id) }?.resume(false)
    }
  }

  /// Waits like ``wait(past:until:)``, but ignores the cancellation of the task.
  nonisolated(nonsending) func waitUncancelled(
    past count: Int, until deadline: ContinuousClock.Instant
  ) async -> Bool {
    await wait(as: state.withLock { $0.waiters.makeID() }, past: count, until: deadline)
  }

  nonisolated(nonsending) private func wait(
    as id: Int, past count: Int, until deadline: ContinuousClock.Instant
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      let waiter = EventCount.Waiter(id: id, deadline: deadline) {
        continuation.resume(returning: $0)
      }
      let (outcome, delay) = state.withLock { $0.add(waiter, past: count, now: .now) }
      if let delay { setAlarm(in: delay) }
      if let outcome { waiter.resume(outcome) }
    }
  }

  private func setAlarm(in delay: Duration) {
    let (seconds, attoseconds) = delay.components
    let time =
      DispatchTime.now() + .seconds(Int(seconds))
      + .nanoseconds(Int(attoseconds / 1_000_000_000) + 1)
    DispatchQueue.global().asyncAfter(deadline: time) { [weak self] in
      guard let self else { return }
      let (late, delay) = state.withLock { $0.alarmRings(now: .now) }
      if let delay { setAlarm(in: delay) }
      for waiter in late { waiter.resume(false) }
    }
  }
}

/// The number of events, and the waiters for the next one. A plain value: its owner resumes waiters and sets
/// alarms.
struct EventCount {
  struct Waiter: Identifiable, Sendable {
    let id: Int
    let deadline: ContinuousClock.Instant
    /// Ends the wait. The argument states whether an event fired.
    let resume: @Sendable (Bool) -> Void
  }

  private(set) var count = 0
  var waiters = WaitingList<Waiter>()
  /// The time for which an alarm is set.
  private var alarm: ContinuousClock.Instant?

  /// Counts an event, and returns the waiters that it resumes.
  mutating func fire() -> [Waiter] {
    count += 1
    return waiters.takeAll()
  }

  /// Adds a waiter, or returns the result of its wait at once. Also returns the time until the next alarm, if
  /// one must be set.
  mutating func add(
    _ waiter: Waiter, past count: Int, now: ContinuousClock.Instant
  ) -> (outcome: Bool?, alarmDelay: Duration?) {
    if self.count > count { return (true, nil) }
    if waiters.takeCancellation(of: waiter.id) || waiter.deadline <= now { return (false, nil) }
    waiters.insert(waiter) { _ in false }
    return (nil, alarmDelay(for: waiter.deadline, now: now))
  }

  /// Removes the waiters whose deadline has passed. Returns them, and the time until the next alarm.
  mutating func alarmRings(
    now: ContinuousClock.Instant
  ) -> (late: [Waiter], alarmDelay: Duration?) {
    alarm = nil
    let late = waiters.takeAll { $0.deadline <= now }
    let next = waiters.elements.map(\.deadline).min()
    return (late, next.flatMap { alarmDelay(for: $0, now: now) })
  }

  /// The time until a new alarm for a deadline. `nil` if an alarm is already set before the
  /// deadline, because it sets the next one itself.
  ///
  /// The time is limited to hours, so that clock arithmetic doesn't overflow for a distant
  /// deadline.
  private mutating func alarmDelay(
    for deadline: ContinuousClock.Instant, now: ContinuousClock.Instant
  ) -> Duration? {
    let time = min(deadline, now + .seconds(3600))
    if let alarm, alarm <= time { return nil }
    alarm = time
    return now.duration(to: time)
  }
}

extension ContinuousClock.Instant {
  /// The point in time after a duration of any length.
  static func now(plus duration: Duration) -> Self {
    .now + max(.seconds(-1), min(duration, Duration.patience))
  }
}

extension Duration {
  /// The longest wait of the process. `focus split` shortens it for trials, because most of them wait for an
  /// event that doesn't happen.
  fileprivate static let patience: Duration = {
    let seconds = EnvironmentVariable.patience.value.flatMap { Double($0) }
    return seconds.map { .seconds($0) } ?? .seconds(1_000_000_000)
  }()
}

/// An ordered list of waiters. A waiter can be cancelled before it is added.
struct WaitingList<Element: Identifiable & Sendable>: Sendable where Element.ID == Int {
  private(set) var elements: [Element] = []
  private var nextID = 0
  /// The IDs of elements that were cancelled before they were added.
  private var cancelled: Set<Int> = []

  /// Returns the ID of an element to be added later.
  mutating func makeID() -> Int {
    defer { nextID += 1 }
    return nextID
  }

  /// Inserts an element in order.
  mutating func insert(_ element: Element, before isLater: (Element) -> Bool) {
    elements.insert(element, at: elements.partitioningIndex(where: isLater))
  }

  /// Removes an element, if the list contains it.
  mutating func take(_ id: Int) -> Element? {
    elements.firstIndex { $0.id == id }.map { elements.remove(at: $0) }
  }

  mutating func takeAll(where isMeant: (Element) -> Bool = { _ in true }) -> [Element] {
    defer { elements.removeAll(where: isMeant) }
    return elements.filter(isMeant)
  }

  /// Removes an element. If it wasn't added yet, it must not be added later.
  mutating func cancel(_ id: Int) -> Element? {
    let element = take(id)
    if element == nil { cancelled.insert(id) }
    return element
  }

  /// Removes the record of a cancellation. Returns whether there was one.
  @discardableResult
  mutating func takeCancellation(of id: Int) -> Bool { cancelled.remove(id) != nil }
}
