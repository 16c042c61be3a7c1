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

/// A hash that is the same in each process.
package struct StableHash: Sendable {
  package private(set) var value: UInt64

  package init(_ seed: UInt64 = 0) {
    value = Self.mixed(seed)
  }

  init(of text: String) {
    self.init()
    combine(text)
  }

  package mutating func combine(_ number: UInt64) {
    value = Self.mixed(value ^ number)
  }

  package mutating func combine(_ text: some StringProtocol) {
    for byte in text.utf8 { combine(UInt64(byte)) }
    combine(UInt64(text.utf8.count))
  }

  /// The step of SplitMix64.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
