import Core
import Dispatch

/// Counts events, and wakes what waits for the next one.
///
/// The one place where a wait times out. Nothing polls: a waiter is resumed by an event, by its
/// deadline or by its task's cancellation, whichever is first.
final class EventSignal: Sendable {
  private let state = Lock(EventCount())

  /// How many events there have been.
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

  /// Waits as ``wait(past:until:)`` does, whether the task is cancelled or not.
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
    /// Ends the wait. The argument states whether there was an event.
    let resume: @Sendable (Bool) -> Void
  }

  private(set) var count = 0
  var waiters = WaitingList<Waiter>()
  /// When the alarm that has been set rings.
  private var alarm: ContinuousClock.Instant?

  /// Counts an event, and returns the waiters that it resumes.
  mutating func fire() -> [Waiter] {
    count += 1
    return waiters.takeAll()
  }

  /// Adds a waiter, or says at once how its wait ends; and how long from now an alarm must be set, if one must.
  mutating func add(
    _ waiter: Waiter, past count: Int, now: ContinuousClock.Instant
  ) -> (outcome: Bool?, alarmDelay: Duration?) {
    if self.count > count { return (true, nil) }
    if waiters.takeCancellation(of: waiter.id) || waiter.deadline <= now { return (false, nil) }
    waiters.insert(waiter) { _ in false }
    return (nil, alarmDelay(for: waiter.deadline, now: now))
  }

  /// Takes out what has waited for too long. Returns it, and how long from now another alarm must be set.
  mutating func alarmRings(
    now: ContinuousClock.Instant
  ) -> (late: [Waiter], alarmDelay: Duration?) {
    alarm = nil
    let late = waiters.takeAll { $0.deadline <= now }
    let next = waiters.elements.map(\.deadline).min()
    return (late, next.flatMap { alarmDelay(for: $0, now: now) })
  }

  /// How long from now an alarm must be set so that a deadline is not missed; `nil` when one rings
  /// before it anyway, and looks for itself what comes next.
  ///
  /// A far deadline is approached in hours, which no clock arithmetic overflows.
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
  /// The point in time a while from now, however long the while is.
  static func now(plus duration: Duration) -> Self {
    .now + max(.seconds(-1), min(duration, Duration.patience))
  }
}

extension Duration {
  /// The longest wait of the process. `focus split` shortens it for trials, because most of them wait in vain.
  fileprivate static let patience: Duration = {
    let seconds = EnvironmentVariable.patience.value.flatMap { Double($0) }
    return seconds.map { .seconds($0) } ?? .seconds(1_000_000_000)
  }()
}

/// An ordered list of waiters. A waiter can be canceled before it is added.
struct WaitingList<Element: Identifiable & Sendable>: Sendable where Element.ID == Int {
  private(set) var elements: [Element] = []
  private var nextID = 0
  /// Of elements that were cancelled before they had come.
  private var cancelled: Set<Int> = []

  /// The id of an element that will come.
  mutating func makeID() -> Int {
    defer { nextID += 1 }
    return nextID
  }

  /// Adds an element before those that come after it.
  mutating func insert(_ element: Element, before isLater: (Element) -> Bool) {
    elements.insert(element, at: elements.partitioningIndex(where: isLater))
  }

  /// Takes out an element, if it is there.
  mutating func take(_ id: Int) -> Element? {
    elements.firstIndex { $0.id == id }.map { elements.remove(at: $0) }
  }

  mutating func takeAll(where isMeant: (Element) -> Bool = { _ in true }) -> [Element] {
    defer { elements.removeAll(where: isMeant) }
    return elements.filter(isMeant)
  }

  /// Takes out an element. If it has not come yet, it must not.
  mutating func cancel(_ id: Int) -> Element? {
    let element = take(id)
    if element == nil { cancelled.insert(id) }
    return element
  }

  /// Forgets that an element must not come. Returns whether it must not.
  @discardableResult
  mutating func takeCancellation(of id: Int) -> Bool { cancelled.remove(id) != nil }
}
