import Core

/// A field that differs between two values.
package struct FieldChange {
  package let old: Any
  package let new: Any
  /// The path to the field, starting with the outermost component.
  package let steps: [PathStep]
  /// The changes of the elements, if the field is a collection that differs as a whole.
  package var elements: Difference.Elements?

  package var path: FieldPath { FieldPath(steps.map(\.component)) }

  /// A component of the path, and the value that it is a part of.
  package struct PathStep {
    package let component: FieldPath.Component
    package let container: Any
    package let part: PartStep
  }
}

extension Difference {
  /// The fields that differ, in the order in which the value declares them.
  ///
  /// Structs, tuples, optionals, payloads of one case and elements that stay in place are reported part by
  /// part. Everything else changes as a whole.
  package var fieldChanges: [FieldChange] {
    var changes: [FieldChange] = []
    collect(by: [], into: &changes)
    return changes
  }

  private func collect(by steps: [FieldChange.PathStep], into changes: inout [FieldChange]) {
    func stepping(to part: PartStep) -> [FieldChange.PathStep] {
      let step = part.component.map {
        FieldChange.PathStep(component: $0, container: new, part: part)
      }
      return steps + [step].compactMap(\.self)
    }
    switch cause {
    case .wrapped(let inner):
      inner.collect(by: stepping(to: .wrapped), into: &changes)
    case .fields(let owner, let parts) where !owner.isAtomic:
      for (offset, (field, difference)) in parts.enumerated() {
        let steps = stepping(to: .field(field, at: offset, of: owner))
        difference?.collect(by: steps, into: &changes)
      }
    case .elements(let elements) where elements.areInPlace:
      let list = elements.lists.new
      for case .matched(_, let offset, let difference?) in elements.steps {
        difference.collect(by: stepping(to: .element(at: offset, of: list)), into: &changes)
      }
    case .entries(let entries, _, isSet: false):
      for (key, change) in entries {
        let steps = stepping(to: .entry(key))
        switch change {
        case .changed(let inner):
          inner.collect(by: steps, into: &changes)
        case .removed(let value):
          changes.append(FieldChange(old: value, new: FieldPath.absent, steps: steps))
        case .added(let value):
          changes.append(FieldChange(old: FieldPath.absent, new: value, steps: steps))
        }
      }
    case .elements(let elements):
      changes.append(FieldChange(old: old, new: new, steps: steps, elements: elements))
    case .whole, .fields, .entries:
      changes.append(FieldChange(old: old, new: new, steps: steps))
    }
  }
}

extension ValueStructure.Composite {
  package func component(of field: ValueStructure.Field, at offset: Int) -> FieldPath.Component {
    let name = field.name(at: offset)
    return caseName.map { .payload($0, part: onlyPayload == nil ? name : nil) } ?? .field(name)
  }
}

/// A field that does not have its expected value.
package struct FieldMismatch {
  /// The field, or the nearest enclosing part that both values have.
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
    var known: Set<FieldPath> = []
    for change in Difference.between(base, expected)?.fieldChanges ?? [] {
      var path = change.path
      while path.value(in: actual) == nil { path.components.removeLast() }
      guard let wanted = path.value(in: expected), let value = path.value(in: actual),
        !areEqual(wanted, value), known.insert(path).inserted
      else { continue }
      mismatches.append(FieldMismatch(path: path, expected: wanted, actual: value))
    }
    return mismatches
  }

  /// Whether a value has the expected value in this field.
  package func isMet(in root: Any) -> Bool {
    path.value(in: root).map { areEqual(expected, $0) } ?? false
  }
}
