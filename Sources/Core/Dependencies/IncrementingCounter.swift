import Synchronization

/// A source of the numbers 0, 1, 2, … that can be used from any task.
package final class IncrementingCounter: Sendable {
  private let upcoming: Atomic<Int>

  package init(startingAt start: Int = 0) {
    upcoming = Atomic(start)
  }

  /// The number that comes next.
  package var position: Int { upcoming.load(ordering: .relaxed) }

  /// Continues with another number.
  func move(to position: Int) {
    upcoming.store(position, ordering: .relaxed)
  }

  package func next() -> Int {
    upcoming.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  /// Excludes a number, and all before it, from those to come.
  package func skip(_ number: Int) {
    upcoming.max(number + 1, ordering: .relaxed)
  }
}
