/// A dictionary, or a set, whose values are its keys.
package protocol KeyedElements {
  static var isSet: Bool { get }
  var count: Int { get }
  var boxedValues: [AnyHashable: Any] { get }
  func value(forKey key: AnyHashable) -> Any?
  /// A copy with other values, or without a value if it is `nil`. Returns `nil` for values of
  /// another type.
  func replacingValues(_ values: [(key: AnyHashable, Any?)]) -> Any?
}

extension KeyedElements {
  package func replacingValues(_: [(key: AnyHashable, Any?)]) -> Any? { nil }
}

extension Dictionary: KeyedElements {
  package static var isSet: Bool { false }
  package var boxedValues: [AnyHashable: Any] { self }
  package func value(forKey key: AnyHashable) -> Any? {
    (key.base as? Key).flatMap { self[$0] }.map { $0 as Any }
  }
  package func replacingValues(_ values: [(key: AnyHashable, Any?)]) -> Any? {
    var copy = self
    for (key, value) in values {
      guard let key = key.base as? Key else { return nil }
      guard let value else {
        copy[key] = nil
        continue
      }
      guard let value = value as? Value else { return nil }
      copy.updateValue(value, forKey: key)
    }
    return copy
  }
}

extension Set: KeyedElements {
  package static var isSet: Bool { true }
  package var boxedValues: [AnyHashable: Any] {
    Dictionary(uniqueKeysWithValues: map { (AnyHashable($0), $0) })
  }
  package func value(forKey key: AnyHashable) -> Any? {
    (key.base as? Element).flatMap { contains($0) ? $0 : nil }
  }
}
