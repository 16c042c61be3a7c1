extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { contents.count }

  /// The element at a position.
  ///
  /// Changes through it are in place. A change of the ID, or another element with another ID, reports an issue. The
  /// element stays at its position under the new ID, or is removed if another element has that ID.
  ///
  /// - Complexity: O(1)
  public subscript(position: Int) -> Element {
    get { contents[position] }
    _modify {
      let id = contents[position].id
      // The subscript of a collection has no call site.
      defer { noteChange(at: position, from: id) }
      yield &contents[position]
    }
  }

  /// Calls a closure that reorders the elements in memory, such as that of `sort(by:)`.
  ///
  /// - Precondition: The closure keeps the IDs unique.
  public mutating func withContiguousMutableStorageIfAvailable<R>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> R
  ) rethrows -> R? {
    // Without this method, such an algorithm sets an element at its new position while another position still has it. The
    // subscript would report that.
    defer {
      rebuildPositions()
      noteReordering()
    }
    return try contents.withContiguousMutableStorageIfAvailable(body)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral {
  /// Creates an array of elements that have unique IDs.
  ///
  /// Reports an issue if two elements have one ID. The first is kept.
  public init(arrayLiteral elements: Element...) {
    // A literal has no call site.
    self.init(uniqueElements: elements)
  }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether two arrays have equal elements in the same order.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.contents == rhs.contents
  }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(contents)
  }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  public func encode(to encoder: any Encoder) throws {
    try contents.encode(to: encoder)
  }
}

extension IdentifiedArray: Decodable where Element: Decodable {
  /// Decodes an array of elements.
  ///
  /// - Throws: A `DecodingError` if two elements have the same ID.
  public init(from decoder: any Decoder) throws {
    for element in try [Element](from: decoder)
    where !place(element, at: contents.count, as: nil).inserted {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription:
            "Expected elements with unique ids, but more than one has the id \(element.id)."))
    }
  }
}

extension IdentifiedArray: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public var description: String { contents.description }

  public var debugDescription: String { contents.debugDescription }

  /// A mirror of the elements alone.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: contents, displayStyle: .collection)
  }
}

extension IdentifiedArray: ArrayBacked {
  package var backingArray: [Element] { contents }
  package static var elementAccess: ElementAccess { .byID }
  package func elementID(at offset: Int) -> AnyHashable? { contents[offset].id }
  package func offset(ofID id: AnyHashable) -> Int? {
    (id.base as? ID).flatMap { index(id: $0) }
  }
}

extension IdentifiedArray {
  /// The IDs of an identified array, in the order of its elements.
  ///
  /// They are a view of the array. Creating it copies no elements.
  public struct IDs: RandomAccessCollection, Equatable, CustomStringConvertible {
    let base: IdentifiedArray

    public var startIndex: Int { 0 }
    public var endIndex: Int { base.contents.count }
    public subscript(position: Int) -> ID { base.contents[position].id }

    /// Whether an element has this ID.
    ///
    /// - Complexity: O(1)
    public func contains(_ id: ID) -> Bool {
      base.positions[id] != nil
    }

    public static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.elementsEqual(rhs)
    }

    /// Whether the IDs are these, in this order.
    public static func == (lhs: Self, rhs: [ID]) -> Bool {
      lhs.elementsEqual(rhs)
    }

    public var description: String { Array(self).description }
  }
}

extension IdentifiedArray.IDs: Sendable where ID: Sendable, Element: Sendable {}
