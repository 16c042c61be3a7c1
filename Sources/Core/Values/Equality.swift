/// Compares values of a type by `==`, if the type has one that any code may call.
///
/// A conformance to `Equatable` that is isolated to an actor counts as absent, so that the result does not
/// depend on the actor that compares.
package struct Equality<Value> {
  /// `nil` if the type has no `==`.
  package let areEqual: ((Value, Value) -> Bool)?

  package init() {
    let witness = EqualityOf<Value>.witness as? any EqualityWitness
    areEqual = witness.flatMap { $0.equality as? (Value, Value) -> Bool }
  }
}

extension Equality {
  /// Returns how many pairs of two lists are equal by `==`, from one pair on, until one is not.
  ///
  /// - Parameter step: 1 or -1, for pairs toward the end or the start.
  package func countEqual(
    _ lhs: [Value], _ rhs: [Value], from first: (Int, Int), by step: Int, atMost limit: Int
  ) -> Int {
    (EqualityOf<Value>.witness as? any EqualityWitness)?
      .countEqual(lhs, rhs, from: first, by: step, atMost: limit) ?? 0
  }

  /// The comparison of values that only the main actor compares. A conformance that is isolated to it serves
  /// there.
  @MainActor
  static var onMainActor: ((Value, Value) -> Bool)? {
    if let areEqual = Equality().areEqual { return areEqual }
    guard Value.self is any Equatable.Type else { return nil }
    return { lhs, rhs in
      func isEqual<Known: Equatable>(_ lhs: Known) -> Bool { lhs == rhs as? Known }
      // A cast of a value, unlike one of its type, fails for a conformance of another actor.
      return (lhs as? any Equatable).map { isEqual($0) } ?? false
    }
  }
}

/// Compares two values with `==`. Returns `nil` if the type of the first value has none.
package func equatableResult(_ lhs: Any, _ rhs: Any) -> Bool? {
  func result<Value>(_: Value.Type) -> Bool? {
    (EqualityOf<Value>.witness as? any EqualityWitness)?.areEqual(lhs, rhs)
  }
  // The type that the value itself has: an `Any` can hold an existential that holds it.
  let type = type(of: lhs)
  return result(type)
}

/// Compares by `==`. Returns `nil` for values without `==`, and for values that aren't equal to themselves,
/// such as a NaN.
func equatableResultExceptNaN(_ lhs: Any, _ rhs: Any) -> Bool? {
  let verdict = equatableResult(lhs, rhs)
  return verdict == false && isUnequalToItself(lhs) && isUnequalToItself(rhs) ? nil : verdict
}

/// Whether values of a type can be equal by `==` only to themselves, or to no value, such as a NaN.
package func isUnequalToItself(_ value: Any) -> Bool { equatableResult(value, value) == false }

/// Proof that a type is `Equatable`.
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
