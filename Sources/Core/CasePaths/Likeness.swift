/// The result of comparing two parts.
enum Likeness {
  case same
  case different
  /// Values of this type can't be read, so it is unknown whether they are alike.
  case unreadable(Any.Type)

  /// The compared values.
  enum Extent {
    /// The chain of cases.
    case cases
    /// The cheap distinction between values: `==`, or the chain of cases where there is none.
    case value
    /// All that can be compared: by `==`, enums, tuples and the fields of structs that do not have it part
    /// by part, objects by identity. Closures and metatypes match any other.
    case everything
  }
}

extension Part {
  /// Compares with another part, in which the value in a certain place is of less interest.
  func likeness(
    to other: Part, in scope: Likeness.Extent, argument: Part? = nil
  ) -> Likeness {
    // An existential can hold the value, or an enum around it.
    if other === argument { return likeness(to: other, in: other.isOpened ? .everything : .value) }
    guard !isMetatype, !other.isMetatype else {
      return isMetatype == other.isMetatype ? .same : .different
    }
    guard type(of: value) == type(of: other.value), caseName == other.caseName else {
      return .different
    }
    let isEqual = scope == .cases ? nil : equatableResultExceptNaN(value, other.value)
    if isEqual == true { return .same }
    guard let others = other.parts else {
      return isEqual == false ? .different : .unreadable(type(of: value))
    }
    // Values that differ only because a NaN is not equal to itself can still be alike.
    if isEqual == false, argument == nil || others.isEmpty { return .different }
    if scope == .everything, others.isEmpty, caseName == nil { return likenessOfFields(to: other) }
    // This value needs no reflection.
    if scope != .everything, caseName != nil, others.allSatisfy(\.isLeaf) { return .same }
    guard let parts else { return .unreadable(type(of: value)) }
    return Self.likeness(
      of: parts, to: others, in: scope == .value && caseName != nil ? .cases : scope,
      argument: argument)
  }

  private static func likeness(
    of parts: [Part], to others: [Part], in scope: Likeness.Extent, argument: Part? = nil
  ) -> Likeness {
    guard parts.count == others.count else { return .different }
    var result = Likeness.same
    for (part, other) in zip(parts, others) {
      switch part.likeness(to: other, in: scope, argument: argument) {
      case .same: break
      case .different: return .different
      case .unreadable(let type): result = .unreadable(type)
      }
    }
    return result
  }

  private func likenessOfFields(to other: Part) -> Likeness {
    let (whole, otherWhole) = (ValueStructure(of: value), ValueStructure(of: other.value))
    switch (whole, otherWhole) {
    case (.composite(let record), .composite(let other)) where record.object != nil:
      return record.object === other.object ? .same : .different
    case (.keyed, .keyed): return areEqual(value, other.value) ? .same : .different
    default:
      return Self.likeness(of: parts(of: whole), to: parts(of: otherWhole), in: .everything)
    }
  }

  private func parts(of whole: ValueStructure) -> [Part] {
    var parts: [Part] = []
    whole.forEachPart(atMost: .max) { value, _ in parts.append(Part(value, depth: depth + 1)) }
    return parts
  }
}

/// Compares by `==`. Returns `nil` for values without `==`, and for values that aren't equal to themselves,
/// such as a NaN.
func equatableResultExceptNaN(_ lhs: Any, _ rhs: Any) -> Bool? {
  let verdict = equatableResult(lhs, rhs)
  return verdict == false && isUnequalToItself(lhs) && isUnequalToItself(rhs) ? nil : verdict
}
