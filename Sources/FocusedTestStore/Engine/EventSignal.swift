import Core
import Dispatch

/// Counts events, and wakes the waiters for the next one.
///
/// Only this type implements timeouts. It doesn't poll: an event, the deadline, or the cancellation
/// of its task resumes a waiter, whichever is first.
final class EventSignal: Sendable {
  private struct Waiter: Identifiable, Sendable {
    let id: Int
    /// Resumes with whether an event fired.
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var count = 0
    var waiters = WaitingList<Waiter>()
  }

  private let state = Lock(State())

  /// The number of events so far.
  var count: Int { state.withLock { $0.count } }

  /// Counts an event, and resumes every waiter.
  func fire() {
    let waiters = state.withLock { state in
      state.count += 1
      return state.waiters.takeAll()
    }
    for waiter in waiters { waiter.continuation.resume(returning: true) }
  }

  /// Waits until there have been more events than a number, or until a deadline.
  ///
  /// - Parameter isCancellable: Whether the cancellation of the task ends the wait.
  /// - Returns: Whether an event fired.
  nonisolated(nonsending) func wait(
    past count: Int, until deadline: ContinuousClock.Instant, isCancellable: Bool = true
  ) async -> Bool {
    let id = state.withLock { $0.waiters.makeID() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome = state.withLock { state -> Bool? in
          if state.count > count { return true }
          // A later cancellation finds the waiter.
          if deadline <= .now || isCancellable && Task.isCancelled { return false }
          state.waiters.append(Waiter(id: id, continuation: continuation))
          return nil
        }
        if let outcome { return continuation.resume(returning: outcome) }
        let seconds = ContinuousClock.now.duration(to: deadline) / .seconds(1)
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
          self?.stopWaiting(id)
        }
      }
    } onCancel: {
      if isCancellable { stopWaiting(id) }
    }
  }

  /// Resumes a waiter without an event, unless it has been resumed.
  private func stopWaiting(_ id: Int) {
    state.withLock { $0.waiters.take(id) }?.continuation.resume(returning: false)
  }
}

extension ContinuousClock.Instant {
  /// The point in time after a duration of any length.
  static func now(plus duration: Duration) -> Self {
    .now + max(.seconds(-1), min(duration, patience))
  }

  /// The longest wait of the process. `focus split` shortens it for trials, because most of them wait for an
  /// event that doesn't happen.
  private static let patience = Duration.patience(EnvironmentVariable.patience.value)
}

extension Duration {
  /// The longest wait, given a number of seconds. A text that isn't a number in range sets no limit.
  static func patience(_ seconds: String?) -> Duration {
    let range = 0...1_000_000_000.0
    let seconds = seconds.flatMap { Double($0) } ?? range.upperBound
    return .seconds(range.contains(seconds) ? seconds : range.upperBound)
  }
}

/// An ordered list of waiters.
struct WaitingList<Element: Identifiable & Sendable>: Sendable where Element.ID == Int {
  private(set) var elements: [Element] = []
  private var nextID = 0

  /// Returns the ID of an element to be added later.
  mutating func makeID() -> Int {
    defer { nextID += 1 }
    return nextID
  }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Inserts an element in order.
  mutating func insert(_ element: Element, before isLater: (Element) -> Bool) {
    elements.insert(element, at: elements.partitioningIndex(where: isLater))
  }

  /// Removes an element, if the list contains it.
  mutating func take(_ id: Int) -> Element? {
    elements.firstIndex { $0.id == id }.map { elements.remove(at: $0) }
  }

  mutating func takeAll() -> [Element] {
    defer { elements = [] }
    return elements
  }
}
