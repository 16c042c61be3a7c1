import ComposableArchitecture
import CustomDump
@_spi(FocusedTCA) import FocusedTestStore
import Sharing

/// A `@Shared` property of a state, whatever its value is.
protocol SharedReference {
  /// Identifies the storage, which several properties can share.
  var storageID: ObjectIdentifier { get }
  var currentValue: Any { get }
  func replaceValue(by value: Any)
  /// Writes the present value.
  func touch()
  /// Whether the property is an unwrapped part of another one, as in `Shared($rows[id: 1])`.
  var isDerivedFromOptional: Bool { get }
}

extension Shared: SharedReference {
  var storageID: ObjectIdentifier { (self as any _CustomDiffObject)._objectIdentifier }

  var currentValue: Any { wrappedValue }

  func replaceValue(by value: Any) {
    guard let value = value as? Value else { return }
    withLock { $0 = value }
  }

  func touch() { withLock { _ in } }

  // The reference is not public. A mirror shows its type.
  var isDerivedFromOptional: Bool {
    guard let box = Mirror(reflecting: self).children.first(where: { $0.label == "box" })?.value
    else { return false }
    let reference = Mirror(reflecting: box).children.first { $0.label == "_reference" }?.value
    return reference.map { String(reflecting: type(of: $0)).contains("_OptionalReference") }
      ?? false
  }
}

// Messages show the value instead of the storage.
extension Shared: @retroactive DumpRepresentable {
  public var dumpValue: Any { wrappedValue }
}

extension SharedReader: @retroactive DumpRepresentable {
  public var dumpValue: Any { wrappedValue }
}

/// Whether two values of shared state are equal.
func areEqual(_ lhs: Any, _ rhs: Any) -> Bool {
  func isEqual<Value: Equatable>(_ lhs: Value) -> Bool { lhs == rhs as? Value }
  return (lhs as? any Equatable).map { isEqual($0) } ?? false
}
