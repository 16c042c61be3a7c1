import Synchronization

/// Overrides dependencies for the whole app, once, when it starts.
///
/// ```swift
/// prepareDependencies {
///   $0.itemClient = .live(at: server)
/// }
/// ```
///
/// Call it before anything else reads a dependency: a store keeps the values that it was created with. A
/// later call changes the values of the earlier one.
///
/// In a test, it reports an issue and changes nothing, because the values would affect tests that run in
/// parallel. To set values for one test, use `withDependencies`, the `withDependencies:` of a store, or the
/// trait `.dependencies`.
///
/// - Throws: The error of `update`. No value is then changed.
public func prepareDependencies(
  _ update: (inout DependencyValues) throws -> Void,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) rethrows {
  guard DependencyValues.current.context != .test else {
    Issues.report(
      DependencyMessages.preparedInTest,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return
  }
  try PreparedDependencies.prepare(update)
}

/// The values that an app has prepared. The only dependencies that do not belong to a task.
enum PreparedDependencies {
  private static let isEmpty = Atomic(true)
  private static let prepared = Lock<DependencyValues?>(nil)

  /// `nil` before there are any, which costs a load.
  static var values: DependencyValues? {
    isEmpty.load(ordering: .acquiring) ? nil : prepared.withLock { $0 }
  }

  static func prepare(_ update: (inout DependencyValues) throws -> Void) rethrows {
    // Outside the lock, because a value may read other dependencies.
    var values = DependencyValues()
    try values.prepare(update)
    // The old values are released after the lock, because that may run code of the app.
    _ = prepared.withLock { prepared in
      let old = prepared
      prepared = values
      return old
    }
    isEmpty.store(false, ordering: .releasing)
  }
}

/// Overridden dependencies, by key. Copies share storage until one of them changes.
package struct DependencyOverrides: Sendable {
  // Two arrays: there are few, and to compare a few addresses takes less time than to hash one.
  private var keys: [ObjectIdentifier] = []
  private var boxes: [any AnyObject & Sendable] = []

  package init() {}

  package var isEmpty: Bool { keys.isEmpty }

  /// Reserves capacity for the usual overrides of a test store and a test.
  mutating func reserveCapacity(_ count: Int) {
    keys.reserveCapacity(count)
    boxes.reserveCapacity(count)
  }

  package func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value? {
    guard let position = position(of: ObjectIdentifier(key)) else { return nil }
    return DependencyBox<Key.Value>.value(in: boxes[position])
  }

  package mutating func set<Key: TestDependencyKey>(_ value: Key.Value, for key: Key.Type) {
    set(DependencyBox(value), for: ObjectIdentifier(key))
  }

  /// Adds the values that only `other` has.
  package mutating func fill(from other: DependencyOverrides) {
    for (key, box) in zip(other.keys, other.boxes) where position(of: key) == nil {
      set(box, for: key)
    }
  }

  private mutating func set(_ box: any AnyObject & Sendable, for key: ObjectIdentifier) {
    if let position = position(of: key) {
      boxes[position] = box
    } else {
      keys.append(key)
      boxes.append(box)
    }
  }

  private func position(of key: ObjectIdentifier) -> Int? {
    var position = 0
    while position < keys.count {
      if keys[position] == key { return position }
      position += 1
    }
    return nil
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
