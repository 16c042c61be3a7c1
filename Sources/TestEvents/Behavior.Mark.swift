extension Behavior {
  /// What a test did with a behavior, from the least to the most that it can do.
  ///
  /// A test that asserts a behavior has also exercised it; the stronger mark says so, and no fact needs
  /// to be written twice.
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
