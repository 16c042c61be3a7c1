import CombineSchedulers
import Foundation

@_exported import struct CombineSchedulers.AnyScheduler
@_exported import func IssueReporting.reportIssue

public protocol TestDependencyKey<Value> {
  associatedtype Value: Sendable = Self
  static var testValue: Value { get }
}

public protocol DependencyKey<Value>: TestDependencyKey {
  static var liveValue: Value { get }
}

public enum DependencyContext: Sendable { case live, preview, test }

/// The dependencies of the running code.
public struct DependencyValues: Sendable {
  @TaskLocal public static var _current = DependencyValues()

  private var storage: [ObjectIdentifier: any Sendable] = [:]
  private var testValues = TestValues()

  public init() {}

  public subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
    get { storage[ObjectIdentifier(key)] as? Key.Value ?? testValues.value(of: key) }
    set { storage[ObjectIdentifier(key)] = newValue }
  }

  /// Each test has its own values. Here, each store has.
  fileprivate mutating func startTest() { testValues = TestValues() }
}

/// The values that a test has used without overriding them.
private final class TestValues: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private var storage: [ObjectIdentifier: any Sendable] = [:]

  func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value {
    lock.withLock {
      if let value = storage[ObjectIdentifier(key)] as? Key.Value { return value }
      let value = Key.testValue
      storage[ObjectIdentifier(key)] = value
      return value
    }
  }
}

private enum ContextKey: TestDependencyKey { static let testValue = DependencyContext.test }

public struct DateGenerator: Sendable {
  public var now: Date
}

private enum DateKey: TestDependencyKey {
  static let testValue = DateGenerator(now: Date(timeIntervalSince1970: 0))
}

private enum ClockKey: TestDependencyKey {
  static var testValue: any Clock<Duration> { ContinuousClock() }
}

private enum MainQueueKey: TestDependencyKey {
  static var testValue: AnySchedulerOf<DispatchQueue> { DispatchQueue.test.eraseToAnyScheduler() }
}

extension DependencyValues {
  public var context: DependencyContext {
    get { self[ContextKey.self] }
    set {
      self[ContextKey.self] = newValue
      if newValue == .test { startTest() }
    }
  }

  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }

  public var continuousClock: any Clock<Duration> {
    get { self[ClockKey.self] }
    set { self[ClockKey.self] = newValue }
  }

  public var mainQueue: AnySchedulerOf<DispatchQueue> {
    get { self[MainQueueKey.self] }
    set { self[MainQueueKey.self] = newValue }
  }
}

/// Reads a dependency of the running code.
@propertyWrapper
public struct Dependency<Value>: @unchecked Sendable {
  private let read: (DependencyValues) -> Value

  public init(_ keyPath: KeyPath<DependencyValues, Value>) { read = { $0[keyPath: keyPath] } }

  public init<Key: TestDependencyKey>(_ key: Key.Type) where Key.Value == Value {
    read = { $0[key] }
  }

  public var wrappedValue: Value { read(DependencyValues._current) }
}

public func withDependencies<R>(
  _ update: (inout DependencyValues) throws -> Void, operation: () throws -> R
) rethrows -> R {
  var values = DependencyValues._current
  try update(&values)
  return try DependencyValues.$_current.withValue(values, operation: operation)
}
