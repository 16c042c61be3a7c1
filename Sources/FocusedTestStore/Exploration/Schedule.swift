/// An order in which the effects of a test run: as they became ready, but for some deviations.
///
/// A pure policy. A test meets a choice at each point where several effects are ready, and a schedule says
/// which of them runs next. The idea of few deviations from a fixed scheduler is that of delay-bounded
/// scheduling (Emmi, Qadeer and Rakamarić, 2011).
package struct Schedule: Hashable, Sendable {
  /// A point at which several effects of a store are ready.
  package struct Point: Hashable, Comparable, Sendable {
    /// The number of the store in its test, in the order of creation.
    package let store: Int
    /// The number of the choice in its store.
    package let number: Int

    package init(store: Int = 0, number: Int) {
      self.store = store
      self.number = number
    }

    package static func < (lhs: Point, rhs: Point) -> Bool {
      (lhs.store, lhs.number) < (rhs.store, rhs.number)
    }
  }

  /// Effects run as they become ready.
  package static let firstInFirstOut = Schedule()

  /// The points at which another effect runs than the one that would, and which one: 1 for the one behind it.
  package var deviations: [Point: Int]
  /// Where the choices at all other points come from; `nil` for none but the first.
  package var seed: UInt64?

  package init(_ deviations: [Point: Int] = [:], seed: UInt64? = nil) {
    self.deviations = deviations
    self.seed = seed
  }

  /// Which of several effects runs next.
  package func choice(at point: Point, of count: Int) -> Int {
    if let choice = deviations[point] { return choice }
    guard let seed else { return 0 }
    var random = StableHash(seed)
    random.combine(UInt64(point.store))
    random.combine(UInt64(point.number))
    return Int(random.value % UInt64(count))
  }
}
