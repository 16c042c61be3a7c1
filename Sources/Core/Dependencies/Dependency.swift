/// A dependency of the current task.
///
/// ```swift
/// struct Feature {
///   @Dependency(\.continuousClock) var clock
///   @Dependency(\.date.now) var now
///   @Dependency(ItemClient.self) var client
/// }
/// ```
///
/// Each read returns the current value. If the current task has no override, it returns the value
/// that was current when the property was created. So a model that is created inside
/// ``withDependencies(_:operation:)`` keeps its dependencies outside it.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let read: @Sendable (DependencyValues) -> Value
  private let reader: DependencyReader

  /// Creates a property that reads a dependency by its property in ``DependencyValues``, or by a property of that
  /// value: `\.date.now`.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    read = { $0[keyPath: keyPath] }
    reader = DependencyReader(
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Creates a property that reads a dependency by its key. No property in ``DependencyValues`` is needed.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Key.Value == Value {
    read = { $0[Key.self] }
    reader = DependencyReader(
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The dependency's value for the current task.
  public var wrappedValue: Value {
    read(.current(for: reader))
  }
}

/// The `@Dependency` property that reads a value: its line, and the values with which it was created.
final class DependencyReader: Sendable {
  let callSite: CallSite
  let captured = DependencyValues.captured

  init(at callSite: CallSite) {
    self.callSite = callSite
  }
}
