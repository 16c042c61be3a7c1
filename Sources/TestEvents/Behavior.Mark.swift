extension Behavior {
  /// The coverage level of a behavior in a test, from the lowest to the highest.
  ///
  /// A test that asserts a behavior has also exercised it, so the highest level is enough, and no
  /// fact is written twice.
  package enum Mark: String, CaseIterable, Hashable, Sendable {
    /// It happened while the test ran.
    case exercised

    /// The test looked at the outcome, through `store.state`.
    case read

    /// The test fails if the outcome is another one.
    case asserted
  }
}

extension Behavior.Mark: Comparable {
  package static func < (a: Self, b: Self) -> Bool { a.strength < b.strength }

  private var strength: Int {
    switch self {
    case .exercised: 0
    case .read: 1
    case .asserted: 2
    }
  }
}
