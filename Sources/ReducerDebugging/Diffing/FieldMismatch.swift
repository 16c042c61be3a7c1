import Core

/// A field that does not have its expected value.
package struct FieldMismatch {
  /// The field, or the nearest part around it that both values have.
  package let path: FieldPath
  package let expected: Any
  package let actual: Any

  package init(path: FieldPath, expected: Any, actual: Any) {
    self.path = path
    self.expected = expected
    self.actual = actual
  }
}

extension Difference {
  /// The fields that differ, with the old value as the expected one.
  package var mismatches: [FieldMismatch] {
    fieldChanges.map { FieldMismatch(path: $0.path, expected: $0.old, actual: $0.new) }
  }
}

extension FieldMismatch {
  /// The fields that differ between `base` and `expected`, and do not have the expected value in `actual`.
  ///
  /// A closure that turned `base` into `expected` constrains only the fields that it changed.
  package static func unmet<T>(
    changedFrom base: T, to expected: T, actual: T
  ) -> [FieldMismatch] {
    var mismatches: [FieldMismatch] = []
    for change in Difference.between(base, expected)?.fieldChanges ?? [] {
      var path = change.path
      while path.value(in: actual) == nil { path.components.removeLast() }
      guard let wanted = path.value(in: expected), let value = path.value(in: actual),
        !areEqual(wanted, value), !mismatches.contains(where: { $0.path == path })
      else { continue }
      mismatches.append(FieldMismatch(path: path, expected: wanted, actual: value))
    }
    return mismatches
  }

  /// Whether a value has the expected one in this field.
  package func isMet(in root: Any) -> Bool {
    path.value(in: root).map { areEqual(expected, $0) } ?? false
  }
}
