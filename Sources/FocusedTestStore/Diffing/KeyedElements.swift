/// A dictionary, or a set, whose values are its keys.
protocol KeyedElements {
  static var isSet: Bool { get }
  var count: Int { get }
  var boxedValues: [AnyHashable: Any] { get }
  func value(forKey key: AnyHashable) -> Any?
}

extension Dictionary: KeyedElements {
  static var isSet: Bool { false }
  var boxedValues: [AnyHashable: Any] { self }
  func value(forKey key: AnyHashable) -> Any? {
    (key.base as? Key).flatMap { self[$0] }.map { $0 as Any }
  }
}

extension Set: KeyedElements {
  static var isSet: Bool { true }
  var boxedValues: [AnyHashable: Any] {
    Dictionary(uniqueKeysWithValues: map { (AnyHashable($0), $0) })
  }
  func value(forKey key: AnyHashable) -> Any? {
    (key.base as? Element).flatMap { contains($0) ? $0 : nil }
  }
}

extension [AnyHashable: Any] {
  /// The keys in the order in which they are shown: their own if they have one, else that of their
  /// dumps.
  var sortedKeys: [AnyHashable] {
    guard let first = keys.first?.base as? any Comparable else { return keysSortedByText }
    return keysSorted(as: first) ?? keysSortedByText
  }

  private func keysSorted<Base: Comparable>(as _: Base) -> [AnyHashable]? {
    let pairs = keys.compactMap { key in (key.base as? Base).map { (key, $0) } }
    return pairs.count == count ? pairs.sorted { $0.1 < $1.1 }.map(\.0) : nil
  }

  private var keysSortedByText: [AnyHashable] {
    keys.map { (key: $0, text: String(dumpingOnOneLine: $0.base)) }
      .sorted { $0.text < $1.text }.map(\.key)
  }
}
