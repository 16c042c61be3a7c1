/// Compares values of a type by `==`, if any code may call the type's `==`.
///
/// A conformance to `Equatable` that is isolated to an actor counts as missing, so that the result doesn't depend on
/// the comparing actor.
package struct Equality<Value> {
  /// `nil` if the type has no `==`.
  package let areEqual: ((Value, Value) -> Bool)?

  package init() {
    let witness = EqualityOf<Value>.witness as? any EqualityWitness
    areEqual = witness.flatMap { $0.equality as? (Value, Value) -> Bool }
  }
}

extension Equality {
  /// Returns the number of pairs that are equal by `==`, from a start pair up to the first unequal pair.
  ///
  /// - Parameter step: 1 or -1, for pairs toward the end or the start.
  package func countEqual(
    _ lhs: [Value], _ rhs: [Value], from first: (Int, Int), by step: Int, atMost limit: Int
  ) -> Int {
    (EqualityOf<Value>.witness as? any EqualityWitness)?
      .countEqual(lhs, rhs, from: first, by: step, atMost: limit) ?? 0
  }

  /// The comparison for values that only the main actor compares. A conformance that is isolated to the main actor can
  /// be used there.
  @MainActor
  static var onMainActor: ((Value, Value) -> Bool)? {
    if let areEqual = Equality().areEqual { return areEqual }
    guard Value.self is any Equatable.Type else { return nil }
    return { lhs, rhs in
      func isEqual<Known: Equatable>(_ lhs: Known) -> Bool { lhs == rhs as? Known }
      // A cast of a value, unlike a cast of its type, fails if the conformance is isolated to another actor.
      return (lhs as? any Equatable).map { isEqual($0) } ?? false
    }
  }
}

/// Compares two values with `==`. Returns `nil` if the type of the first value has none.
package func equatableResult(_ lhs: Any, _ rhs: Any) -> Bool? {
  func result<Value>(_: Value.Type) -> Bool? {
    (EqualityOf<Value>.witness as? any EqualityWitness)?.areEqual(lhs, rhs)
  }
  // The dynamic type of the value, because an `Any` can contain an existential that contains the value.
  let type = type(of: lhs)
  return result(type)
}

/// Compares by `==`. Returns `nil` for values without `==`, and for values that aren't equal to themselves,
/// such as a NaN.
func equatableResultExceptNaN(_ lhs: Any, _ rhs: Any) -> Bool? {
  let verdict = equatableResult(lhs, rhs)
  return verdict == false && isUnequalToItself(lhs) && isUnequalToItself(rhs) ? nil : verdict
}

/// Whether a value is not equal to itself, such as a NaN.
package func isUnequalToItself(_ value: Any) -> Bool { equatableResult(value, value) == false }

/// A witness that a type is `Equatable`.
///
/// `SendableMetatype` excludes isolated conformances: a cast to a protocol that inherits from it
/// fails for them on every actor. A cast of a metatype would not.
private protocol EqualityWitness: SendableMetatype {
  /// A function `(Value, Value) -> Bool`.
  var equality: Any { get }
  func areEqual(_ lhs: Any, _ rhs: Any) -> Bool
  func countEqual(
    _ lhs: Any, _ rhs: Any, from first: (Int, Int), by step: Int, atMost limit: Int
  ) -> Int
}

private enum EqualityOf<Value> { case witness }

extension EqualityOf: EqualityWitness where Value: Equatable {
  fileprivate var equality: Any { { $0 == $1 } as (Value, Value) -> Bool }

  fileprivate func areEqual(_ lhs: Any, _ rhs: Any) -> Bool {
    guard let lhs = lhs as? Value, let rhs = rhs as? Value else { return false }
    return lhs == rhs
  }

  fileprivate func countEqual(
    _ lhs: Any, _ rhs: Any, from first: (Int, Int), by step: Int, atMost limit: Int
  ) -> Int {
    guard let lhs = lhs as? [Value], let rhs = rhs as? [Value] else { return 0 }
    var count = 0
    while count < limit, lhs[first.0 + count * step] == rhs[first.1 + count * step] { count += 1 }
    return count
  }
}
