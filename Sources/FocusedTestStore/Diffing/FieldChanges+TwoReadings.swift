extension FieldChanges {
  /// The fields that a closure constrains and that are not as it says, when it is read in two ways.
  ///
  /// As explicit values it was applied to the state `after` a step, giving `asValues`; as a change,
  /// `$0.count += 1` for instance, it was applied to the state `before`, giving `asChange`. Every
  /// field that either reading changes must have the value that the second reading gives it.
  package static func unmet<T>(
    asValues: T, asChange: T, before: T, after: T
  ) -> [FieldMismatch] {
    let constrained = between(after, asValues)
    guard !constrained.isEmpty else {
      // They differ by their own `==`, in a way that no field shows.
      return [FieldMismatch(path: FieldPath(), expected: asValues, actual: after)]
    }
    var mismatches = unmet(changedFrom: before, to: asChange, actual: after)
    for change in constrained where !mismatches.contains(where: { $0.path == change.path }) {
      let expected: Any
      switch change.path.lookUp(in: asChange) {
      case .found(let value): expected = value
      case .endsEarly: expected = change.new
      }
      guard !areEqual(expected, change.old) else { continue }
      mismatches.append(
        FieldMismatch(path: change.path, expected: expected, actual: change.old))
    }
    return mismatches
  }
}
