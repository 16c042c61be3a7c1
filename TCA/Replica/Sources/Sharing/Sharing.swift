import ConcurrencyExtras
import CustomDump
import Dependencies

/// A value that several features share.
@propertyWrapper
public struct Shared<Value: Sendable>: Sendable {
  fileprivate final class Storage: @unchecked Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  private let storage: Storage

  public init(wrappedValue: @autoclosure () -> Value, _ key: SharedKey<Value>) {
    storage = key.storage(wrappedValue())
  }

  public var wrappedValue: Value { snapshot ?? storage.value }
  public var projectedValue: Self { self }

  public func withLock<R>(_ operation: (inout Value) throws -> R) rethrows -> R {
    let values = DependencyValues._current
    if let asserting = values[AssertingTracker.self] {
      var value = wrappedValue
      defer { asserting.changes.withValue { $0[id] = value } }
      return try operation(&value)
    }
    for tracker in values[Trackers.self] { tracker.changes.withValue { $0[id] = storage.value } }
    return try operation(&storage.value)
  }

  private var id: ObjectIdentifier { ObjectIdentifier(storage) }

  /// The value that the running assertion sees instead of the present one.
  private var snapshot: Value? {
    DependencyValues._current[AssertingTracker.self]?.changes.value[id] as? Value
  }
}

extension Shared: Equatable where Value: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.wrappedValue == rhs.wrappedValue }
}

extension Shared: _CustomDiffObject {
  public var _customDiffValues: (Any, Any) { (snapshot ?? storage.value, storage.value) }
  public var _objectIdentifier: ObjectIdentifier { id }
}

@propertyWrapper
public struct SharedReader<Value: Sendable>: Sendable {
  private let shared: Shared<Value>

  public var wrappedValue: Value { shared.wrappedValue }
}

/// Where a shared value is stored. In tests, each running test has its own storage.
public struct SharedKey<Value: Sendable>: Sendable {
  fileprivate let storage: @Sendable (Value) -> Shared<Value>.Storage

  public static func inMemory(_ name: String) -> Self {
    SharedKey { Shared<Value>.Storage($0) }
  }
}

@_spi(SharedChangeTracking)
public struct SharedChangeTracker: Hashable, Sendable {
  fileprivate let changes = LockIsolated<[ObjectIdentifier: any Sendable]>([:])

  public init(reportUnassertedChanges _: Bool = true) {}

  public var hasChanges: Bool { !changes.value.isEmpty }

  public func reset() { changes.setValue([:]) }

  public func track(_ dependencies: inout DependencyValues) {
    dependencies[Trackers.self].insert(self)
  }

  public func track<R>(_ operation: () throws -> R) rethrows -> R {
    try withDependencies {
      track(&$0)
    } operation: {
      try operation()
    }
  }

  public func assert<R>(_ operation: () throws -> R) rethrows -> R {
    try withDependencies {
      $0[AssertingTracker.self] = self
    } operation: {
      try operation()
    }
  }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.changes === rhs.changes }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(changes)) }
}

private enum Trackers: TestDependencyKey {
  static var testValue: Set<SharedChangeTracker> { [] }
}

private enum AssertingTracker: TestDependencyKey {
  static var testValue: SharedChangeTracker? { nil }
}
