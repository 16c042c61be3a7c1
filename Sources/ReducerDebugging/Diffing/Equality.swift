/// Whether two values of unknown types are equal: by their own `==` if they have one, else part by
/// part.
///
/// A NaN is equal to itself here, and so is a value that is unequal only because it holds one: a field
/// that was not assigned is not a field that changed. Instances of classes without `==` are equal if
/// they are the same instance. Closures of one type are equal, since they cannot be compared.
package func areEqual(_ lhs: Any, _ rhs: Any) -> Bool {
  if equatableResult(lhs, rhs) == true { return true }
  var comparison = Comparison()
  return !comparison.finds(lhs, rhs)
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
