/// A collection whose elements are in an array that it can return without a copy.
///
/// Differences then compare the elements with their own `==` and reflect only those that differ.
/// Two such collections are equal if their elements are equal, in order, and their IDs, where equal
/// elements can have different ones. A collection without this conformance is copied into an array first.
package protocol ArrayBacked {
  associatedtype BackingElement

  /// The elements in order. Must not copy more than a few elements.
  var backingArray: [BackingElement] { get }

  /// The source code that accesses an element.
  static var elementAccess: ElementAccess { get }

  /// The ID of the element, or `nil` if only its position identifies it.
  func elementID(at offset: Int) -> AnyHashable?

  /// The position of the element with the ID.
  func offset(ofID id: AnyHashable) -> Int?
}

/// The source code that accesses an element of a collection.
package enum ElementAccess {
  /// `rows[2]`
  case byPosition
  /// The element with an ID, as in `rows[id: 3]`. Setting `nil` removes it, and a new element is
  /// added at the end.
  case byID
  /// The element with an ID that the collection stores separately.
  case byOwnID
  /// Source code can access the element only as a part of the whole collection.
  case none
}

extension ArrayBacked {
  package func elementID(at offset: Int) -> AnyHashable? {
    func id(of element: some Identifiable) -> AnyHashable { element.id }
    return (backingArray[offset] as? any Identifiable).map { id(of: $0) }
  }

  package func offset(ofID id: AnyHashable) -> Int? {
    backingArray.indices.first { elementID(at: $0) == id }
  }

  /// Whether equal elements can have different IDs: the collection stores the IDs, or the structure of elements without
  /// `==` needn't show them.
  package var comparesIDs: Bool {
    elementAccess == .byOwnID
      || elementAccess == .byID && Equality<BackingElement>().byOperator == nil
  }

  package var elementAccess: ElementAccess { Self.elementAccess }
  package var elementCount: Int { backingArray.count }
  package func element(at offset: Int) -> Any { backingArray[offset] }
}

extension Array: ArrayBacked {
  package var backingArray: [Element] { self }
  package static var elementAccess: ElementAccess { .byPosition }
}

/// A collection whose elements are known only from its mirror.
package struct ReflectedCollection: ArrayBacked {
  package var backingArray: [Any]
  package static var elementAccess: ElementAccess { .none }
}

/// A dictionary, or a set, which counts as a dictionary whose values are its keys.
package protocol KeyedElements {
  static var isSet: Bool { get }
  var count: Int { get }
  var boxedValues: [AnyHashable: Any] { get }
  func value(forKey key: AnyHashable) -> Any?
}

extension Dictionary: KeyedElements {
  package static var isSet: Bool { false }
  package var boxedValues: [AnyHashable: Any] { self }
  package func value(forKey key: AnyHashable) -> Any? {
    (key.base as? Key).flatMap { self[$0] }.map { $0 as Any }
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
