/// Compares values of a type by `==`, if any code may call the type's `==`, else by structure.
///
/// A conformance to `Equatable` that is isolated to an actor counts as missing, so that the result doesn't depend on
/// the comparing actor.
package struct Equality<Value> {
  /// `nil` if the type has no `==`.
  package let byOperator: ((Value, Value) -> Bool)?

  package init() {
    let witness = EqualityOf<Value>.witness as? any EqualityWitness
    byOperator = witness.flatMap { $0.equality as? (Value, Value) -> Bool }
  }

  package func areEqual(_ lhs: Value, _ rhs: Value) -> Bool {
    if let byOperator { return byOperator(lhs, rhs) }
    return Core.areEqual(lhs, rhs)
  }

  /// The comparison for values that only the main actor compares. A conformance that is isolated to the main actor can
  /// be used there.
  @MainActor
  static var onMainActor: ((Value, Value) -> Bool)? {
    if let byOperator = Equality().byOperator { return byOperator }
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
}

private enum EqualityOf<Value> { case witness }

extension EqualityOf: EqualityWitness where Value: Equatable {
  fileprivate var equality: Any { { $0 == $1 } as (Value, Value) -> Bool }

  fileprivate func areEqual(_ lhs: Any, _ rhs: Any) -> Bool {
    guard let lhs = lhs as? Value, let rhs = rhs as? Value else { return false }
    return lhs == rhs
  }
}

/// Whether two values of unknown types are equal: by their own `==` if they have one, else by structure.
///
/// Structure is the type, the labels, the case, and the elements. A NaN is equal to itself here, and so is a value that
/// is unequal to itself only because it contains a NaN: a field that was not assigned is not a changed field. Instances
/// of classes without `==` are equal if they are the same instance. Errors are equal if their types and structures are
/// equal. Functions and other values without visible parts are equal to all others of their type, because nothing
/// distinguishes them.
///
/// - Complexity: Each part without `==` is compared once. The walk needs no stack, however deep the
///   values are.
package func areEqual(_ lhs: Any, _ rhs: Any) -> Bool {
  var comparison = StructuralComparison()
  return comparison.areEqual(lhs, rhs)
}

struct StructuralComparison {
  private enum Work {
    /// - Parameter nesting: The number of custom mirrors that show the values.
    case compare(Any, Any, nesting: Int)
    /// All parts of two values that are unequal by `==` have been compared. The values are equal if a NaN is the
    /// reason: the comparison has found more values that are unequal to themselves.
    case endOfUnequal(Any, Any, unequalToThemselves: Int)
  }

  /// The type of an enum that can't be read. Its values count as equal if they are in the same case.
  private(set) var unread: Any.Type?

  private var work: [Work] = []
  private var unequalToThemselves = 0
  /// Pairs of instances whose fields have been compared, possibly further up a cycle.
  private var visited: Set<[ObjectIdentifier]> = []
  /// The number of parts that may still be compared in deeply nested custom mirrors, which can be endless.
  private var deepParts = 2_000

  mutating func areEqual(_ lhs: Any, _ rhs: Any) -> Bool {
    work = [.compare(lhs, rhs, nesting: 0)]
    while let next = work.popLast() {
      switch next {
      case .compare(let lhs, let rhs, let nesting):
        guard compare(lhs, rhs, nesting) else { return false }
      case .endOfUnequal(let lhs, let rhs, let count):
        if unequalToThemselves > count { continue }
        guard isUnequalToItself(lhs), isUnequalToItself(rhs) else { return false }
        unequalToThemselves += 1
      }
    }
    return true
  }

  /// Returns `false` if the values differ. Their remaining parts are added to the work.
  private mutating func compare(_ lhs: Any, _ rhs: Any, _ nesting: Int) -> Bool {
    if isBareMetatype(lhs) || isBareMetatype(rhs) { return lhs is Any.Type && rhs is Any.Type }
    let verdict = equatableResult(lhs, rhs)
    if verdict == true { return true }
    guard type(of: lhs) == type(of: rhs) else { return false }
    if verdict == false {
      work.append(.endOfUnequal(lhs, rhs, unequalToThemselves: unequalToThemselves))
    }
    var nesting = nesting
    if lhs is any CustomReflectable, !(lhs is any OptionalValue), !(lhs is any ArrayBacked),
      !(lhs is any KeyedElements)
    {
      nesting += 1
      if nesting > 8 {
        guard deepParts > 0 else { return true }
        deepParts -= 1
      }
    }
    switch (ValueStructure(of: lhs), ValueStructure(of: rhs)) {
    case (.absent, .absent): return true
    case (.opaque, .opaque):
      let name = caseName(of: lhs)
      if verdict == nil, name != nil || Mirror(reflecting: lhs).displayStyle == .enum {
        unread = type(of: lhs)
      }
      return name == caseName(of: rhs)
    case (.type(let lhs), .type(let rhs)): return lhs == rhs
    case (.present(let lhs), .present(let rhs)): work.append(.compare(lhs, rhs, nesting: nesting))
    case (.composite(let one), .composite(let two)):
      if let object = one.object, let other = two.object {
        if object === other { return true }
        guard verdict != nil || object is any Error else { return false }
        let pair = [ObjectIdentifier(object), ObjectIdentifier(other)]
        guard visited.insert(pair).inserted else { return true }
      }
      guard one.caseName == two.caseName, one.fields.count == two.fields.count else { return false }
      // Pushes the last pair first, so that the first pair is compared first.
      for index in one.fields.indices.reversed() {
        let (field, other) = (one.fields[index], two.fields[index])
        guard field.label == other.label else { return false }
        work.append(.compare(field.value, other.value, nesting: nesting))
      }
    case (.list(let lhs), .list(let rhs)):
      return lhs.compare(with: rhs) { work.append(.compare($0, $1, nesting: nesting)) }
    case (.keyed(let lhs), .keyed(let rhs)):
      let (entries, others) = (lhs.boxedValues, rhs.boxedValues)
      guard entries.count == others.count else { return false }
      for (key, value) in entries {
        guard let other = others[key] else { return false }
        work.append(.compare(value, other, nesting: nesting))
      }
    default: return false
    }
    return true
  }
}

extension ArrayBacked {
  /// Returns whether two lists may be equal, and adds the elements whose comparison determines the result.
  fileprivate func compare(with other: any ArrayBacked, _ add: (Any, Any) -> Void) -> Bool {
    guard let other = other as? Self else { return false }
    let (lhs, rhs) = (backingArray, other.backingArray)
    guard lhs.count == rhs.count else { return false }
    let areEqual = Equality<BackingElement>().byOperator
    let comparesIDs = comparesIDs
    for index in lhs.indices.reversed() {
      if comparesIDs, elementID(at: index) != other.elementID(at: index) { return false }
      if areEqual?(lhs[index], rhs[index]) != true { add(lhs[index], rhs[index]) }
    }
    return true
  }
}
