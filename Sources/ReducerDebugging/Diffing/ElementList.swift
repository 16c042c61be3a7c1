/// A collection whose elements stand in an array that it can hand out cheaply.
///
/// Differences then compare the elements with their own `==` and reflect only those that differ. Two
/// such collections are equal if their elements are, in order, and the ids if they are kept apart. A
/// collection without this conformance is copied into an array first.
package protocol ArrayBacked {
  associatedtype BackingElement

  /// The elements in order. Must not copy many.
  var backingArray: [BackingElement] { get }

  /// How source code reaches an element.
  static var elementAccess: ElementAccess { get }

  /// The id of the element, or `nil` if only its position identifies it.
  func elementID(at offset: Int) -> AnyHashable?

  /// The position of the element with the id.
  func offset(ofID id: AnyHashable) -> Int?
}

/// How source code reaches an element of a collection.
package enum ElementAccess {
  /// `rows[2]`
  case byPosition
  /// `rows[id: 3]`, which is settable: `nil` removes an element, and a new one is added to the end.
  case byID
  /// As above, by an id that the collection keeps apart from the element.
  case byOwnID
  /// Only as a part of the whole collection.
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

  package var elementAccess: ElementAccess { Self.elementAccess }
  package var elementCount: Int { backingArray.count }
  package func element(at offset: Int) -> Any { backingArray[offset] }

  /// How a path names the element: by its id, if the collection is no plain array.
  package func component(at offset: Int) -> FieldPath.Component {
    guard elementAccess != .byPosition, let id = elementID(at: offset) else {
      return .index(offset)
    }
    return .id(id)
  }
}

extension Array: ArrayBacked {
  package var backingArray: [Element] { self }
  package static var elementAccess: ElementAccess { .byPosition }
}

/// A collection that is known only by its mirror.
struct ReflectedCollection: ArrayBacked {
  var backingArray: [Any]
  static var elementAccess: ElementAccess { .none }
}

/// Two lists of one type, and what they have in common.
package struct ListPair {
  package let old: any ArrayBacked
  package let new: any ArrayBacked
  /// The number of elements that the two lists share at their start.
  let prefix: Int
  /// The number of the rest that they share at their end.
  package let suffix: Int

  /// - Parameter areEqual: Compares elements that have no `==`, or that it calls unequal.
  init(_ old: any ArrayBacked, _ new: any ArrayBacked, areEqual: (Any, Any) -> Bool) {
    self.old = old
    self.new = new
    (prefix, suffix) = old.commonEnds(with: new, areEqual: areEqual)
  }

  var areEqual: Bool { old.elementCount == new.elementCount && prefix == old.elementCount }
  /// The positions between the common start and the common end.
  var oldMiddle: Range<Int> { prefix..<(old.elementCount - suffix) }
  var newMiddle: Range<Int> { prefix..<(new.elementCount - suffix) }
}

extension ArrayBacked {
  fileprivate func commonEnds(
    with other: any ArrayBacked, areEqual: (Any, Any) -> Bool
  ) -> (prefix: Int, suffix: Int) {
    guard let other = other as? Self else { return (0, 0) }
    let (lhs, rhs) = (backingArray, other.backingArray)
    let haveOwnIDs = elementAccess == .byOwnID
    let ownEquality = haveOwnIDs ? nil : Self.ownEquality(lhs, rhs)
    func areAlike(_ i: Int, _ j: Int) -> Bool {
      if ownEquality?(i, j) == true { return true }
      return areEqual(lhs[i], rhs[j])
        && (!haveOwnIDs || elementID(at: i) == other.elementID(at: j))
    }
    let shorter = min(lhs.count, rhs.count)
    var prefix = 0
    while prefix < shorter, areAlike(prefix, prefix) { prefix += 1 }
    // In lists of one length, the first pair that differs need not be met from the other side.
    let limit = shorter - prefix - (lhs.count == rhs.count && prefix < shorter ? 1 : 0)
    var suffix = 0
    while suffix < limit, areAlike(lhs.count - 1 - suffix, rhs.count - 1 - suffix) { suffix += 1 }
    return (prefix, suffix)
  }

  /// The elements' own `==`, by their positions; `nil` for elements without one.
  ///
  /// Casting a box to the type it holds copies nothing; casting the array itself goes through every
  /// element.
  private static func ownEquality(
    _ lhs: [BackingElement], _ rhs: [BackingElement]
  ) -> ((Int, Int) -> Bool)? {
    func equality<E: Equatable>(of: E.Type) -> ((Int, Int) -> Bool)? {
      guard let lhs = (lhs as Any) as? [E], let rhs = (rhs as Any) as? [E] else { return nil }
      return { lhs[$0] == rhs[$1] }
    }
    return (BackingElement.self as? any Equatable.Type).flatMap { equality(of: $0) }
  }
}
