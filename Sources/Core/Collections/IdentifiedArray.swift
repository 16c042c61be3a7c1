/// An array whose elements have unique ids, and are found by them in constant time.
///
/// Reach for it where a plain array would be searched, or indexed with a position that may be out
/// of date by the time it is used: the rows of a list, each of which has effects of its own.
///
/// ```swift
/// var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
/// rows[id: 2]?.title = "Second"
/// let (isNew, index) = rows.append(Row(id: 2))
/// #expect(!isNew && index == 1)
/// ```
///
/// No operation breaks uniqueness. Appending, and changing or removing the last element, takes
/// constant time; inserting and removing elsewhere is linear in the number of elements behind.
public struct IdentifiedArray<ID: Hashable, Element> {
  /// The elements in order, as a plain array.
  public internal(set) var elements: [Element]

  var positions: [ID: Int]

  let id: ElementIdentity<ID, Element>

  init(id: ElementIdentity<ID, Element>) {
    self.elements = []
    self.positions = [:]
    self.id = id
  }

  /// Makes an empty array that knows its elements by a property.
  public init(id: any KeyPath<Element, ID> & Sendable) {
    self.init(id: .property(id))
  }

  /// Makes an array of elements that have unique ids.
  ///
  /// A second element with an id is an issue at the line of the call. The first is kept.
  public init(
    uniqueElements elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(id: id)
    append(
      unique: elements,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Makes an array of elements, and lets a closure decide between two with the same id.
  ///
  /// The closure is given the element so far and the next one. What it returns takes the
  /// place of the former, and must have the same id.
  public init(
    _ elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(id: id)
    try append(elements, uniquingIDsWith: combine)
  }

  /// The element with an id, or `nil`.
  ///
  /// Changes through it are in place. Setting `nil` removes the element; setting an element that
  /// was not there appends it. It must have the id that it is set for.
  public subscript(id id: ID) -> Element? {
    get { positions[id].map { elements[$0] } }
    _modify {
      guard let index = positions[id] else {
        var element: Element?
        defer {
          if let element {
            requireID(of: element, toBe: id)
            append(element)
          }
        }
        yield &element
        return
      }
      // Taken out by way of the end, as that moves no other element and makes no copy: what the
      // element holds stays uniquely referenced while it changes.
      let last = elements.count - 1
      elements.swapAt(index, last)
      var element: Element? = elements.removeLast()
      defer {
        if let element {
          requireID(of: element, toBe: id)
          elements.append(element)
          elements.swapAt(index, last)
        } else {
          positions[id] = nil
          if index < last {
            // The former last element stands in the gap. It goes back to the end first.
            let displaced = elements.remove(at: index)
            elements.append(displaced)
            updatePositions(from: index)
          }
        }
      }
      yield &element
    }
  }

  /// The position of the element with an id, or `nil`.
  public func index(id: ID) -> Int? {
    positions[id]
  }

  /// The ids in the order of their elements.
  public var ids: IDs {
    IDs(base: self)
  }

  // MARK: Invariants

  mutating func updatePositions(from start: Int) {
    for index in start..<elements.count {
      positions[id(elements[index])] = index
    }
  }

  func requireID(of element: Element, toBe expected: ID) {
    let actual = id(element)
    if actual == expected { return }
    // Not `precondition`, whose message release builds leave out.
    fatalError(
      """
      Expected an element with the id \(expected), which it replaces or is set for, but its id is \
      \(actual). To change an id, remove the element and insert another.
      """)
  }
}

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}

/// An identified array of elements that have an `id` property.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Makes an empty array.
  public init() {
    // A closure, as a key path is many times slower to read.
    self.init(id: .identifiable(IdentifiableWitness<Element>.self))
  }

  /// Makes an array of elements that have unique ids.
  ///
  /// A second element with an id is an issue at the line of the call. The first is kept.
  public init(
    uniqueElements elements: some Sequence<Element>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init()
    append(
      unique: elements,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Makes an array of elements, and lets a closure decide between two with the same id.
  ///
  /// The closure is given the element so far and the next one. What it returns takes the
  /// place of the former, and must have the same id.
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init()
    try append(elements, uniquingIDsWith: combine)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  /// Makes an array of elements that have unique ids.
  ///
  /// A second element with an id is an issue. The first is kept.
  public init(arrayLiteral elements: Element...) {
    self.init()
    // A literal brings no call site along.
    append(
      unique: elements,
      at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
  }
}

extension IdentifiedArray {
  private mutating func append(unique newElements: some Sequence<Element>, at callSite: CallSite) {
    elements.reserveCapacity(newElements.underestimatedCount)
    positions.reserveCapacity(newElements.underestimatedCount)
    var duplicates: [(kept: Element, dropped: Element)] = []
    for element in newElements {
      let (inserted, index) = append(element)
      if !inserted { duplicates.append((elements[index], element)) }
    }
    guard let first = duplicates.first else { return }
    let others = duplicates.count == 1 ? "" : " \(duplicates.count - 1) more were dropped likewise."
    Issues.report(
      """
      Expected elements with unique ids, but more than one has the id \(id(first.kept)).
      Kept the first: \(first.kept)
      Dropped: \(first.dropped)\(others)
      Use IdentifiedArray(_:uniquingIDsWith:) to decide between elements with the same id.
      """, at: callSite)
  }

  private mutating func append(
    _ newElements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    for element in newElements {
      let (inserted, index) = append(element)
      if !inserted { update(try combine(elements[index], element), at: index) }
    }
  }
}
