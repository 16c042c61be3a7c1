/// A dictionary of key and value types that are not known here.
protocol KeyedElements {
  var count: Int { get }
  /// `nil` for a key that is not there, spelled in the type of the dictionary's values.
  var absentValue: Any { get }
  func sortedPairs() -> [(key: AnyHashable, value: Any)]
  func value(forKey key: AnyHashable) -> Any?
  /// The keys whose values differ or are there on one side only, sorted.
  func changes(to other: any KeyedElements) -> [KeyedChange]
}

struct KeyedChange {
  var key: AnyHashable
  var old: Any?
  var new: Any?
}

extension Dictionary: KeyedElements {
  var absentValue: Any { Value?.none as Any }

  func sortedPairs() -> [(key: AnyHashable, value: Any)] {
    DisplayOrder.sorted(Array(keys)).compactMap { key in
      self[key].map { (AnyHashable(key), $0 as Any) }
    }
  }

  func value(forKey key: AnyHashable) -> Any? {
    guard let key = key.base as? Key, let value = self[key] else { return nil }
    return .some(value)
  }

  func changes(to other: any KeyedElements) -> [KeyedChange] {
    guard let other = other as? Self else { return [] }
    let keys: [Key]
    if let type = Value.self as? any Equatable.Type {
      keys = changedKeys(to: other, comparing: type)
    } else {
      keys = changedKeys(to: other) { areEqual($0, $1) }
    }
    return DisplayOrder.sorted(keys).map { key in
      KeyedChange(
        key: AnyHashable(key), old: self[key].map { $0 as Any }, new: other[key].map { $0 as Any })
    }
  }

  /// Casting a box to the type it holds copies nothing; casting the dictionary itself goes through
  /// every value.
  private func changedKeys<E: Equatable>(to other: Self, comparing: E.Type) -> [Key] {
    guard let lhs = (self as Any) as? [Key: E], let rhs = (other as Any) as? [Key: E] else {
      return []
    }
    return lhs.changedKeys(to: rhs, areEqual: ==)
  }

  private func changedKeys(to other: Self, areEqual: (Value, Value) -> Bool) -> [Key] {
    var changed: [Key] = []
    for (key, value) in self {
      if let otherValue = other[key], areEqual(value, otherValue) { continue }
      changed.append(key)
    }
    for key in other.keys where self[key] == nil { changed.append(key) }
    return changed
  }
}

/// A set of an element type that is not known here.
protocol SetElements {
  var count: Int { get }
  func sortedElements() -> [Any]
  /// What only one side has, sorted.
  func changes(to other: any SetElements) -> (removed: [Any], added: [Any])
}

extension Set: SetElements {
  func sortedElements() -> [Any] { DisplayOrder.sorted(Array(self)) }

  func changes(to other: any SetElements) -> (removed: [Any], added: [Any]) {
    guard let other = other as? Self else { return ([], []) }
    return (
      DisplayOrder.sorted(Array(subtracting(other))),
      DisplayOrder.sorted(Array(other.subtracting(self)))
    )
  }
}

/// The order in which unordered elements are shown: their own where they have one, else that of
/// their dumps.
enum DisplayOrder {
  static func sorted<T>(_ values: [T]) -> [T] {
    if let first = values.first as? any Comparable,
      let sorted = sorted(values, as: first) as? [T]
    {
      return sorted
    }
    return values.map { (text: String(dumpingOnOneLine: $0), value: $0) }
      .sorted { $0.text < $1.text }
      .map(\.value)
  }

  private static func sorted<T, C: Comparable>(_ values: [T], as first: C) -> [C]? {
    (values as? [C])?.sorted()
  }
}
