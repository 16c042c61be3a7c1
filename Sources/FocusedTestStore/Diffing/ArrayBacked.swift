/// A collection whose elements stand in an array that it can hand out cheaply.
///
/// Dumps and diffs then compare the elements with their own `==` and reflect only those that differ.
/// Equality of the collection must mean equality of its elements in order. A collection without this
/// conformance is copied into an array first.
package protocol ArrayBacked {
  associatedtype BackingElement

  /// The elements in order. Must not copy them.
  var backingArray: [BackingElement] { get }

  /// Whether source code reaches an element as `rows[id: 3]` rather than `rows[2]`.
  static var isSubscriptedByID: Bool { get }

  /// What identifies the element, or `nil` when only its position does.
  func elementID(at offset: Int) -> AnyHashable?

  /// Where the element with the id stands.
  func offset(ofID id: AnyHashable) -> Int?
}

extension ArrayBacked {
  package static var isSubscriptedByID: Bool { BackingElement.self is any Identifiable.Type }

  package func elementID(at offset: Int) -> AnyHashable? {
    guard BackingElement.self is any Identifiable.Type else { return nil }
    guard let element = backingArray[offset] as? any Identifiable else { return nil }
    return element.hashableID
  }

  package func offset(ofID id: AnyHashable) -> Int? {
    guard BackingElement.self is any Identifiable.Type else { return nil }
    return backingArray.indices.first { elementID(at: $0) == id }
  }
}

extension Identifiable {
  fileprivate var hashableID: AnyHashable { AnyHashable(id) }
}

extension Array: ArrayBacked {
  package var backingArray: [Element] { self }
  package static var isSubscriptedByID: Bool { false }
}

extension ContiguousArray: ArrayBacked {
  package var backingArray: [Element] { Array(self) }
  package static var isSubscriptedByID: Bool { false }
}

extension ArraySlice: ArrayBacked {
  package var backingArray: [Element] { Array(self) }
  package static var isSubscriptedByID: Bool { false }
}

/// A collection that is known only by its mirror.
private struct ReflectedCollection<BackingElement>: ArrayBacked {
  var backingArray: [BackingElement]

  /// The element type may be `Any`, so the elements themselves are asked.
  func elementID(at offset: Int) -> AnyHashable? {
    (backingArray[offset] as? any Identifiable)?.hashableID
  }

  func offset(ofID id: AnyHashable) -> Int? {
    backingArray.indices.first { elementID(at: $0) == id }
  }
}

/// The elements of a list, each of a type that is not known here.
struct ElementList {
  let isSubscriptedByID: Bool
  let count: Int
  private let source: any ArrayBacked
  private let array: any ElementArray

  init(_ source: some ArrayBacked) {
    self.init(source, isSubscriptedByID: type(of: source).isSubscriptedByID)
  }

  private init(_ source: some ArrayBacked, isSubscriptedByID: Bool) {
    let array = source.backingArray
    self.source = source
    self.array = array
    count = array.count
    self.isSubscriptedByID = isSubscriptedByID
  }

  init(reflected value: Any, children: Mirror.Children) {
    if let collection = value as? any RandomAccessCollection {
      self.init(copying: collection)
    } else {
      let elements = children.map(\.value)
      self.init(
        ReflectedCollection(backingArray: elements),
        isSubscriptedByID: elements.first is any Identifiable)
    }
  }

  private init(copying collection: some RandomAccessCollection) {
    self.init(ReflectedCollection(backingArray: Array(collection)))
  }

  subscript(offset: Int) -> Any { array.boxedElement(at: offset) }

  func id(at offset: Int) -> AnyHashable? { source.elementID(at: offset) }

  func offset(ofID id: AnyHashable) -> Int? { source.offset(ofID: id) }

  /// How many elements the two lists share at their start, and how many of the rest at their end.
  func commonEnds(with other: ElementList) -> (prefix: Int, suffix: Int) {
    array.commonEnds(with: other.array)
  }
}

/// Two lists of one type, and what they have in common.
struct ListPair {
  let old: ElementList
  let new: ElementList
  let ends: (prefix: Int, suffix: Int)

  init(_ old: ElementList, _ new: ElementList) {
    self.old = old
    self.new = new
    ends = old.commonEnds(with: new)
  }

  /// `nil` for values that are no lists, or are known to be lists only by their mirrors.
  init?(_ old: Any, _ new: Any) {
    guard type(of: old) == type(of: new), let old = old as? any ArrayBacked,
      let new = new as? any ArrayBacked
    else { return nil }
    self.init(ElementList(old), ElementList(new))
  }

  var areEqual: Bool { old.count == new.count && ends.prefix == old.count }
}

/// An array of an element type that is not known here.
private protocol ElementArray {
  func boxedElement(at offset: Int) -> Any
  func commonEnds(with other: any ElementArray) -> (prefix: Int, suffix: Int)
}

extension Array: ElementArray {
  fileprivate func boxedElement(at offset: Int) -> Any { self[offset] }

  fileprivate func commonEnds(with other: any ElementArray) -> (prefix: Int, suffix: Int) {
    guard let other = other as? Self else { return (0, 0) }
    guard let type = Element.self as? any Equatable.Type else {
      return Self.commonEnds(count, other.count) { areEqual(self[$0], other[$1]) }
    }
    return commonEnds(with: other, comparing: type)
  }

  /// Casting a box to the type it holds copies nothing; casting the array itself goes through every
  /// element.
  private func commonEnds<E: Equatable>(
    with other: Self, comparing: E.Type
  ) -> (prefix: Int, suffix: Int) {
    guard let lhs = (self as Any) as? [E], let rhs = (other as Any) as? [E] else { return (0, 0) }
    return Self.commonEnds(lhs.count, rhs.count) { lhs[$0] == rhs[$1] }
  }

  private static func commonEnds(
    _ lhsCount: Int, _ rhsCount: Int, areEqual: (Int, Int) -> Bool
  ) -> (prefix: Int, suffix: Int) {
    let shorter = Swift.min(lhsCount, rhsCount)
    var prefix = 0
    while prefix < shorter, areEqual(prefix, prefix) { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix, areEqual(lhsCount - 1 - suffix, rhsCount - 1 - suffix) {
      suffix += 1
    }
    return (prefix, suffix)
  }
}
