/// Whether a value that came out of an enum is the one that went in.
enum Sameness {
  case same, different, unknown

  /// Bytes are looked at first: `==` says of a NaN that it is not itself, and not every type has it.
  init<Value>(_ lhs: Value, _ rhs: Value) {
    let areSameBytes = withUnsafeBytes(of: lhs) { lhs in
      withUnsafeBytes(of: rhs) { rhs in lhs.elementsEqual(rhs) }
    }
    if areSameBytes {
      self = .same
    } else if let lhs = lhs as? any Equatable {
      self = Self.areEqual(lhs, rhs) ? .same : .different
    } else {
      self = .unknown
    }
  }

  private static func areEqual<T: Equatable>(_ lhs: T, _ rhs: Any) -> Bool {
    lhs == rhs as? T
  }
}
