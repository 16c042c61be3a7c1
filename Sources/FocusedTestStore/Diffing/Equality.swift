/// Whether two values of unknown types are equal: by their own `==` where they have one, else part by
/// part.
///
/// Instances of classes without `==` are equal when they are the same instance. Closures of one type
/// count as equal, since nothing can tell them apart.
func areEqual(_ lhs: Any, _ rhs: Any) -> Bool {
  equatableResult(lhs, rhs) ?? areStructurallyEqual(lhs, rhs)
}

/// What `==` says, or `nil` for a type that has none.
func equatableResult(_ lhs: Any, _ rhs: Any) -> Bool? {
  guard let lhs = lhs as? any Equatable else { return nil }
  return opened(lhs, rhs)
}

private func opened<E: Equatable>(_ lhs: E, _ rhs: Any) -> Bool {
  guard let rhs = rhs as? E else { return false }
  return lhs == rhs
}

private func areStructurallyEqual(_ lhs: Any, _ rhs: Any) -> Bool {
  guard type(of: lhs) == type(of: rhs) else { return false }
  switch (Shape(of: lhs), Shape(of: rhs)) {
  case (.absent, .absent):
    return true
  case (.present(let lhs), .present(let rhs)):
    return areEqual(lhs, rhs)
  case (.plain(let lhs), .plain(let rhs)):
    return equatableResult(lhs, rhs) ?? (lhs.dumpText == rhs.dumpText)
  case (.string(let lhs), .string(let rhs)), (.opaque(let lhs), .opaque(let rhs)):
    return lhs == rhs
  case (.record(let lhs), .record(let rhs)):
    if let object = lhs.object, let other = rhs.object { return object === other }
    return areEqual(lhs.fields, rhs.fields)
  case (.choice(let lhs), .choice(let rhs)):
    return lhs.caseName == rhs.caseName && areEqual(lhs.payload, rhs.payload)
  case (.tuple(let lhs), .tuple(let rhs)):
    return areEqual(lhs, rhs)
  case (.list(let lhs), .list(let rhs)):
    return lhs.count == rhs.count && lhs.commonEnds(with: rhs).prefix == lhs.count
  case (.dictionary(let lhs), .dictionary(let rhs)):
    return lhs.count == rhs.count && lhs.changes(to: rhs).isEmpty
  default:
    return false
  }
}

private func areEqual(_ lhs: [Shape.Field], _ rhs: [Shape.Field]) -> Bool {
  lhs.count == rhs.count
    && zip(lhs, rhs).allSatisfy { $0.label == $1.label && areEqual($0.value, $1.value) }
}
