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
/// ``withDependencies(from:_:operation:)`` keeps its dependencies outside it.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let source: Source
  package let callSite: CallSite
  package let captured: DependencyValues

  /// Creates a property that reads a dependency by its property in ``DependencyValues``, or by a property of that
  /// value: `\.date.now`.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    source = .keyPath(keyPath)
    callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    captured = .captured
  }

  /// Creates a property that reads a dependency by its key. No property in ``DependencyValues`` is needed.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Key.Value == Value {
    source = .key { $0[Key.self] }
    callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    captured = .captured
  }

  /// The dependency's value for the current task.
  public var wrappedValue: Value {
    switch source {
    case .keyPath(let keyPath): values(readBy: .keyPath)[keyPath: keyPath]
    case .key(let read): read(values(readBy: .key))
    }
  }

  private func values(readBy form: DependencyReader.Form) -> DependencyValues {
    .current(for: DependencyReader(form: form, callSite: callSite, captured: captured))
  }

  private enum Source: Sendable {
    case keyPath(any KeyPath<DependencyValues, Value> & Sendable)
    case key(@Sendable (DependencyValues) -> Value)
  }
}

extension Dependency: DependencyCarrier {}

/// A value that keeps the dependencies it was created with.
package protocol DependencyCarrier {
  var callSite: CallSite { get }
  var captured: DependencyValues { get }
}

/// The `@Dependency` property that reads a value: its line, and the values with which it was created.
package final class DependencyReader: Sendable {
  package enum Form: Sendable {
    case key
    case keyPath
  }

  package let form: Form
  package let callSite: CallSite
  package let captured: DependencyValues

  package init(form: Form, callSite: CallSite, captured: DependencyValues) {
    self.form = form
    self.callSite = callSite
    self.captured = captured
  }
}
