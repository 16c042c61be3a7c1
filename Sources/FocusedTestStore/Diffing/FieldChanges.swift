/// One field that differs between two values.
package struct FieldChange {
  package let path: FieldPath
  package let old: Any
  package let new: Any
  /// The values around the field, from the outside in.
  var surroundings: [Surrounding] = []
  /// The changes of the elements, if the field is a collection that differs as a whole.
  var elements: Difference.Elements?
}

/// A value around a field, and how it holds the field.
struct Surrounding {
  let path: FieldPath
  let value: Any
  let hold: Hold

  enum Hold {
    case field(Shape.Field, of: Shape.Composite)
    case element(of: any ArrayBacked)
    case entry
    case wrapped
  }
}

extension Difference {
  /// The fields that differ, in the order in which the value declares them.
  ///
  /// Structs, tuples, optionals, payloads of one case and elements that stay in place are reported part by
  /// part. Everything else changes as a whole.
  package var fieldChanges: [FieldChange] {
    var changes: [FieldChange] = []
    collect(at: FieldPath(), in: [], into: &changes)
    return changes
  }

  private func collect(
    at path: FieldPath, in outer: [Surrounding], into changes: inout [FieldChange]
  ) {
    func inside(_ hold: Surrounding.Hold) -> [Surrounding] {
      outer + [Surrounding(path: path, value: new, hold: hold)]
    }
    func add(_ old: Any, _ new: Any, at path: FieldPath, in surroundings: [Surrounding]) {
      changes.append(FieldChange(path: path, old: old, new: new, surroundings: surroundings))
    }
    switch cause {
    case .wrapped(let inner):
      inner.collect(at: path.appending(.wrapped), in: inside(.wrapped), into: &changes)
    case .fields(let owner, let parts) where !owner.isAtomic:
      for (offset, (field, difference)) in parts.enumerated() {
        difference?.collect(
          at: path.appending(owner.component(of: field, at: offset)),
          in: inside(.field(field, of: owner)), into: &changes)
      }
    case .elements(let elements) where elements.areInPlace:
      for case (.matched(_, let offset), let difference?) in elements.steps {
        difference.collect(
          at: path.appending(elements.lists.new.component(at: offset)),
          in: inside(.element(of: elements.lists.new)), into: &changes)
      }
    case .entries(let entries, _, isSet: false):
      for (key, change) in entries {
        let place = path.appending(.key(key))
        switch change {
        case .changed(let inner): inner.collect(at: place, in: inside(.entry), into: &changes)
        case .removed(let value): add(value, FieldPath.absent, at: place, in: inside(.entry))
        case .added(let value): add(FieldPath.absent, value, at: place, in: inside(.entry))
        }
      }
    case .whole, .fields, .elements, .entries:
      add(old, new, at: path, in: outer)
      if case .elements(let elements) = cause { changes[changes.count - 1].elements = elements }
    }
  }
}

extension Shape.Composite {
  fileprivate func component(of field: Shape.Field, at offset: Int) -> FieldPath.Component {
    let name = field.name(at: offset)
    return caseName.map { .payload($0, part: onlyPayload == nil ? name : nil) } ?? .field(name)
  }
}
