extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { elements.count }

  /// The element at a position.
  ///
  /// Changes through it are in place. Setting another element replaces the old one, under the new
  /// element's ID. If an element at another position has that ID, the setter reports an issue and
  /// changes nothing. Changing the ID in place reports an issue. The element stays at its position
  /// under the new ID, or is removed if another element has that ID.
  ///
  /// - Complexity: O(1)
  public subscript(position: Int) -> Element {
    get { elements[position] }
    set { replace(at: position, by: newValue) }
    _modify {
      let id = id(elements[position])
      // The subscript of a collection has no call site.
      defer { noteChange(at: position, from: id) }
      yield &elements[position]
    }
  }

  /// Calls a closure that reorders the elements in memory, such as that of `sort(by:)`.
  ///
  /// - Precondition: The closure keeps the IDs unique.
  public mutating func withContiguousMutableStorageIfAvailable<R>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> R
  ) rethrows -> R? {
    // Without this method, such an algorithm sets an element at its new position while another position still has it. The
    // subscript refuses that.
    defer {
      rebuildPositions()
      noteReordering()
    }
    return try elements.withContiguousMutableStorageIfAvailable(body)
  }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether two arrays have equal elements in the same order.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.elements == rhs.elements
  }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
  }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  public func encode(to encoder: any Encoder) throws {
    try elements.encode(to: encoder)
  }
}

extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes an array of elements.
  ///
  /// - Throws: A `DecodingError` if two elements have the same ID.
  public init(from decoder: any Decoder) throws {
    self.init()
    for element in try [Element](from: decoder)
    where !place(element, at: elements.count, as: nil).inserted {
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
  public var description: String { elements.description }

  public var debugDescription: String { elements.debugDescription }

  /// A mirror of the elements alone.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
  }
}

extension IdentifiedArray {
  /// The IDs of an identified array, in the order of its elements.
  ///
  /// They are a view of the array. Creating it copies no elements.
  public struct IDs: RandomAccessCollection, Hashable, CustomStringConvertible {
    let base: IdentifiedArray

    public var startIndex: Int { 0 }
    public var endIndex: Int { base.elements.count }
    public subscript(position: Int) -> ID { base.id(base.elements[position]) }

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

    public func hash(into hasher: inout Hasher) {
      for id in self { hasher.combine(id) }
      hasher.combine(count)
    }

    public var description: String { Array(self).description }
  }
}

extension IdentifiedArray.IDs: Sendable where ID: Sendable, Element: Sendable {}
