/// Overridden dependencies, by key. Copies share storage until one of them changes.
package struct DependencyOverrides: Sendable {
  private var boxes: [ObjectIdentifier: any AnyObject & Sendable] = [:]

  package init() {}

  package var isEmpty: Bool { boxes.isEmpty }

  package func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value? {
    guard !boxes.isEmpty, let box = boxes[ObjectIdentifier(key)] else { return nil }
    return DependencyBox<Key.Value>.value(in: box)
  }

  package mutating func set<Key: TestDependencyKey>(_ value: Key.Value, for key: Key.Type) {
    boxes[ObjectIdentifier(key)] = DependencyBox(value)
  }

  /// Adds the values that only `other` has.
  package mutating func fill(from other: DependencyOverrides) {
    boxes.merge(other.boxes) { own, _ in own }
  }
}

/// A box for one value. A cast to a final class compares two pointers; a cast of an existential to
/// a struct would be a search.
package final class DependencyBox<Value: Sendable>: Sendable {
  package let value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package static func value(in box: any AnyObject & Sendable) -> Value {
    guard let box = box as? DependencyBox<Value> else {
      preconditionFailure("A key holds a value of another type than its own (was \(type(of: box)))")
    }
    return box.value
  }
}
