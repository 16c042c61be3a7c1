/// One field that differs between two values.
package struct FieldChange {
  package let path: FieldPath
  package let old: Any
  package let new: Any
  /// What came and went, when the field is a collection that is compared as a whole.
  package let elements: ElementChange?
  /// The field that source code can assign to make this change: the field itself, or the outermost
  /// enum that it is the payload of.
  let assignment: (path: FieldPath, old: Any, new: Any)
}

/// What came and went in a collection.
package struct ElementChange {
  package struct Element {
    /// The element's position, in the old list when it was removed and in the new one when it was
    /// added. `nil` in a set.
    package var offset: Int?
    package var id: AnyHashable?
    package var value: Any
  }

  package var removed: [Element]
  package var added: [Element]
  /// Whether removing and adding those is all that happened.
  package var isComplete: Bool
}

/// A field that does not have the value it was expected to have.
package struct FieldMismatch {
  /// The field, or the nearest part around it that both values have.
  package let path: FieldPath
  package let expected: Any
  package let actual: Any
}

/// Lists the fields in which two values differ.
///
/// Structs, tuples, optionals, payloads of the same case and collections with the same elements are
/// looked into; everything else changes as a whole. Parts that are equal by their own `==` are never
/// reflected, so the cost goes with what changed and not with the size of the values, plus one
/// comparison of what stands beside it.
package enum FieldChanges {
  /// The changed fields, in the order in which the value declares them.
  package static func between(_ old: Any, _ new: Any) -> [FieldChange] {
    var walk = FieldWalk()
    walk.compare(old, new, at: FieldPath())
    return walk.changes
  }

  /// The fields that differ between the first two values and do not have the second one's value in
  /// the third.
  ///
  /// A closure that was applied to `base` and made it `expected` constrained just the fields that it
  /// changed: this is where `actual` fails to meet them. Empty when it meets them all.
  package static func unmet<T>(
    changedFrom base: T, to expected: T, actual: T
  ) -> [FieldMismatch] {
    var mismatches: [FieldMismatch] = []
    for change in between(base, expected) {
      switch change.path.lookUp(in: actual) {
      case .found(let value):
        guard !areEqual(change.new, value) else { continue }
        mismatches.append(FieldMismatch(path: change.path, expected: change.new, actual: value))
      case .endsEarly(let path, let value):
        guard !mismatches.contains(where: { $0.path == path }),
          case .found(let wanted) = path.lookUp(in: expected)
        else { continue }
        mismatches.append(FieldMismatch(path: path, expected: wanted, actual: value))
      }
    }
    return mismatches
  }
}

private struct FieldWalk {
  private(set) var changes: [FieldChange] = []
  /// The outermost enum around the value at hand.
  private var enclosingEnum: (path: FieldPath, old: Any, new: Any)?
  private let depthLimit = 32

  mutating func compare(_ old: Any, _ new: Any, at path: FieldPath) {
    // Lists find where they differ and that they do in one pass, so they go first.
    if let lists = ListPair(old, new) { return compareLists(lists, (old, new), at: path) }
    guard !areEqual(old, new) else { return }
    guard type(of: old) == type(of: new), path.components.count < depthLimit else {
      return add(old, new, at: path)
    }
    switch (Shape(of: old), Shape(of: new)) {
    case (.present(let lhs), .present(let rhs)):
      descend((old, new), at: path) { $0.compare(lhs, rhs, at: path.appending(.wrapped)) }
    case (.record(let lhs), .record(let rhs))
    where lhs.object == nil && !lhs.fields.isEmpty && !TypeName.isFromToolchain(lhs.type):
      compareParts(lhs.fields, rhs.fields, (old, new), at: path)
    case (.tuple(let lhs), .tuple(let rhs)):
      compareParts(lhs, rhs, (old, new), at: path)
    case (.choice(let lhs), .choice(let rhs))
    where lhs.caseName == rhs.caseName && !lhs.payload.isEmpty:
      compareChoices(lhs, rhs, (old, new), at: path)
    case (.list(let lhs), .list(let rhs)):
      compareLists(ListPair(lhs, rhs), (old, new), at: path)
    case (.dictionary(let lhs), .dictionary(let rhs)):
      descend((old, new), at: path) { walk in
        for change in lhs.changes(to: rhs) {
          let place = path.appending(.key(change.key))
          if let old = change.old, let new = change.new {
            walk.compare(old, new, at: place)
          } else {
            walk.add(change.old ?? lhs.absentValue, change.new ?? lhs.absentValue, at: place)
          }
        }
      }
    case (.set(let lhs), .set(let rhs)):
      let (removed, added) = lhs.changes(to: rhs)
      add(
        old, new, at: path,
        elements: ElementChange(
          removed: removed.map { .init(value: $0) }, added: added.map { .init(value: $0) },
          isComplete: true))
    default:
      add(old, new, at: path)
    }
  }

  private mutating func add(
    _ old: Any, _ new: Any, at path: FieldPath, elements: ElementChange? = nil
  ) {
    changes.append(
      FieldChange(
        path: path, old: old, new: new, elements: elements,
        assignment: enclosingEnum ?? (path, old, new)))
  }

  /// A value whose parts are all equal still differs as a whole when its `==` says so.
  private mutating func descend(
    _ values: (old: Any, new: Any), at path: FieldPath, body: (inout FieldWalk) -> Void
  ) {
    let count = changes.count
    body(&self)
    if changes.count == count { add(values.old, values.new, at: path) }
  }

  private mutating func compareParts(
    _ old: [Shape.Field], _ new: [Shape.Field], _ values: (old: Any, new: Any), at path: FieldPath,
    inside payload: FieldPath? = nil
  ) {
    guard old.count == new.count, zip(old, new).allSatisfy({ $0.label == $1.label }) else {
      return add(values.old, values.new, at: path)
    }
    descend(values, at: path) { walk in
      for offset in old.indices {
        let place = (payload ?? path).appending(.field(old.name(at: offset)))
        walk.compare(old[offset].value, new[offset].value, at: place)
      }
    }
  }

  private mutating func compareChoices(
    _ old: Shape.Choice, _ new: Shape.Choice, _ values: (old: Any, new: Any), at path: FieldPath
  ) {
    let outer = enclosingEnum
    enclosingEnum = outer ?? (path, values.old, values.new)
    let place = path.appending(.payload(old.caseName))
    if old.hasSinglePayload, new.hasSinglePayload {
      descend(values, at: path) {
        $0.compare(old.payload[0].value, new.payload[0].value, at: place)
      }
    } else {
      compareParts(old.payload, new.payload, values, at: path, inside: place)
    }
    enclosingEnum = outer
  }

  private mutating func compareLists(
    _ lists: ListPair, _ values: (old: Any, new: Any), at path: FieldPath
  ) {
    if lists.areEqual { return }
    let (old, new) = (lists.old, lists.new)
    let (prefix, suffix) = lists.ends
    if old.count == new.count {
      let middle = prefix..<(old.count - suffix)
      if middle.allSatisfy({ old.id(at: $0) == new.id(at: $0) }) {
        return descend(values, at: path) { walk in
          for offset in middle {
            let component = Self.component(for: offset, in: new)
            walk.compare(old[offset], new[offset], at: path.appending(component))
          }
        }
      }
    }
    let elements = elementChange(old, new, prefix: prefix, suffix: suffix)
    add(values.old, values.new, at: path, elements: elements)
  }

  private static func component(for offset: Int, in list: ElementList) -> FieldPath.Component {
    guard list.isSubscriptedByID, let id = list.id(at: offset) else { return .index(offset) }
    return .id(id)
  }

  private func elementChange(
    _ old: ElementList, _ new: ElementList, prefix: Int, suffix: Int
  ) -> ElementChange {
    var change = ElementChange(removed: [], added: [], isComplete: true)
    func remove(_ offset: Int) {
      change.removed.append(.init(offset: offset, id: old.id(at: offset), value: old[offset]))
    }
    func add(_ offset: Int) {
      change.added.append(.init(offset: offset, id: new.id(at: offset), value: new[offset]))
    }
    for step in ElementMatching.steps(old, new, prefix: prefix, suffix: suffix) {
      switch step {
      case .matched(let i, let j) where old.id(at: i) == nil:
        if areEqual(old[i], new[j]) { continue }
        remove(i)
        add(j)
      case .matched(let i, let j): if !areEqual(old[i], new[j]) { change.isComplete = false }
      case .removed(let i): remove(i)
      case .added(let j): add(j)
      case .unmatched(let removed, let added):
        removed.forEach(remove)
        added.forEach(add)
      }
    }
    return change
  }
}
