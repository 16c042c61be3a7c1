/// An array whose elements have unique IDs. An element is found by its ID in constant time.
///
/// Use it if a plain array would be searched, or indexed with a position that may be outdated when it is used. For
/// example, use it for the rows of a list if the rows have effects.
///
/// ```swift
/// var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
/// rows[id: 2]?.title = "Second"
/// let (isNew, index) = rows.append(Row(id: 2))
/// #expect(!isNew && index == 1)
/// ```
///
/// All operations keep the IDs unique.
///
/// - Complexity: O(1) to find, change or append an element, and to remove the last one. O(*n*) to
///   insert or remove one elsewhere, where *n* is the number of elements behind it.
public struct IdentifiedArray<ID: Hashable, Element> {
  /// The elements in order, as a plain array.
  @inlinable
  public internal(set) var elements: [Element] {
    get { contents }
    _modify { yield &contents }
  }

  // Frequent edits are inlinable. Otherwise, they take nine times as long (`make bench`, "1,000,000 edits").
  @usableFromInline var contents: [Element] = []
  @usableFromInline var positions: [ID: Int] = [:]

  /// The function from an element to its ID, with the notes of a running assert closure.
  @usableFromInline var id: ElementIdentity<ID, Element>

  init(id: ElementIdentity<ID, Element>) {
    self.id = id
  }

  /// Creates an empty array.
  ///
  /// - Parameter id: The property that identifies an element.
  public init(id: any KeyPath<Element, ID> & Sendable) {
    self.init(id: .property(id))
  }

  /// Creates an array of elements that have unique IDs.
  ///
  /// Reports an issue at the line of the call if two elements have one ID. The first is kept.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - id: The property that identifies an element.
  /// - Complexity: O(*n*), where *n* is the number of elements.
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

  /// Creates an array of elements. A closure combines two elements with the same ID.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - id: The property that identifies an element.
  ///   - combine: Combines the existing element with the next one. The result replaces the existing
  ///     element, and must have the same ID.
  /// - Throws: The error of `combine`.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public init(
    _ elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(id: id)
    try append(elements, uniquingIDsWith: combine)
  }

  /// The element with an ID, or `nil`.
  ///
  /// Changes through it are in place. Setting `nil` removes the element. Setting a new element
  /// appends it. If the element's ID differs from the subscript's, the setter reports an issue and
  /// changes nothing. Changing an element's ID in place reports an issue too. The element stays at
  /// its position under the new ID, or is removed if another element has that ID.
  ///
  /// - Complexity: O(1) to read, change or append an element. O(*n*) to remove one, where *n* is
  ///   the number of elements behind it.
  public subscript(
    id id: ID,
    fileID fileID: _SourceFileName = #fileID, filePath filePath: _SourceFileName = #filePath,
    line line: UInt = #line, column column: UInt = #column
  ) -> Element? {
    @inlinable get { positions[id].map { contents[$0] } }
    set {
      guard let newValue else {
        remove(id: id)
        return
      }
      guard self.id(newValue) == id else {
        reportOtherID(
          of: newValue, than: id,
          at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        return
      }
      updateOrAppend(newValue)
    }
    @inlinable _modify {
      let index = positions[id]
      var element = index.map { contents.takeOut(at: $0) }
      defer {
        switch (index, element) {
        case (let index?, let element?):
          contents.putBack(element, at: index)
          if self.id(contents[index]) != id {
            noteChange(at: index, from: id, fileID, filePath, line, column)
          }
        case (let index?, nil): noteEnd(of: id, at: index)
        case (nil, _?):
          self[id: id, fileID: fileID, filePath: filePath, line: line, column: column] = element
        case (nil, nil): noteMiss(of: id)
        }
      }
      yield &element
    }
  }

  /// The position of the element with an ID, or `nil`.
  ///
  /// - Complexity: O(1)
  @inlinable
  public func index(id: ID) -> Int? {
    positions[id]
  }

  /// The IDs in the order of their elements.
  public var ids: IDs {
    IDs(base: self)
  }

  // MARK: Invariants

  @inlinable
  mutating func updatePositions(from start: Int) {
    for index in start..<contents.count {
      positions[id(contents[index])] = index
    }
  }

  /// Completes the removal of an element that was taken out.
  @usableFromInline
  mutating func noteEnd(of id: ID, at index: Int) {
    noteRemoval(of: id)
    positions[id] = nil
    // The last element took the place, and goes back to the end.
    if index < contents.count { contents.append(contents.remove(at: index)) }
    updatePositions(from: index)
  }

  /// Notes that a running assert closure writes to a missing element.
  @usableFromInline
  mutating func noteMiss(of id: ID) {
    self.id.noteMiss(of: Element.self, id: id, among: ids)
  }

  /// Indexes an element, whose ID may have changed in place, by the new ID.
  @usableFromInline
  mutating func noteChange(
    at index: Int, from expected: ID, _ fileID: _SourceFileName = #fileID,
    _ filePath: _SourceFileName = #filePath, _ line: UInt = #line, _ column: UInt = #column
  ) {
    let actual = id(elements[index])
    if actual == expected { return }
    positions[expected] = nil
    let isTaken = positions[actual] != nil
    Issues.report(
      CollectionMessages.changedID(
        of: elements[index], from: expected, to: actual, isTaken: isTaken),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    if isTaken {
      elements.remove(at: index)
      updatePositions(from: index)
    } else {
      positions[actual] = index
    }
  }

  /// Replaces an element by another one, whose ID may differ.
  mutating func replace(at index: Int, by element: Element) {
    let id = id(element)
    guard let other = positions[id], other != index else {
      let former = self.id(elements[index])
      positions[former] = nil
      elements[index] = element
      positions[id] = index
      return
    }
    // The subscript of a collection has no call site.
    Issues.report(
      CollectionMessages.takenID(id, of: element, by: other),
      at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
  }

  func reportOtherID(of element: Element, than expected: ID, at callSite: CallSite) {
    Issues.report(
      CollectionMessages.otherID(id(element), of: element, than: expected), at: callSite)
  }
}

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}

/// An identified array of elements that have an `id` property.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates an empty array.
  public init() {
    // Uses a witness instead of a key path, which is many times slower to read.
    self.init(id: .identifiable(IdentifiableWitness<Element>.self))
  }

  /// Creates an array of elements that have unique IDs.
  ///
  /// Reports an issue at the line of the call if two elements have one ID. The first is kept.
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

  /// Creates an array of elements. A closure combines two elements with the same ID.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - combine: Combines the existing element with the next one. The result replaces the existing
  ///     element, and must have the same ID.
  /// - Throws: The error of `combine`.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init()
    try append(elements, uniquingIDsWith: combine)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  /// Creates an array of elements that have unique IDs.
  ///
  /// Reports an issue if two elements have one ID. The first is kept.
  public init(arrayLiteral elements: Element...) {
    // A literal has no call site.
    self.init(uniqueElements: elements)
  }
}

extension IdentifiedArray {
  private mutating func append(unique newElements: some Sequence<Element>, at callSite: CallSite) {
    elements.reserveCapacity(newElements.underestimatedCount)
    positions.reserveCapacity(newElements.underestimatedCount)
    var duplicates: [(kept: Element, dropped: Element)] = []
    for element in newElements {
      let (inserted, index) = place(element, at: elements.count, as: nil)
      if !inserted { duplicates.append((elements[index], element)) }
    }
    guard let first = duplicates.first else { return }
    Issues.report(
      CollectionMessages.duplicates(
        id: id(first.kept), kept: first.kept, dropped: first.dropped, count: duplicates.count),
      at: callSite)
  }

  private mutating func append(
    _ newElements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    for element in newElements {
      let (inserted, index) = place(element, at: elements.count, as: nil)
      if !inserted { update(try combine(elements[index], element), at: index) }
    }
  }
}

/// The function from an element of an identified array to its ID.
///
/// It isn't a closure: a `@Sendable` closure can't capture the type of an element in general, and any other closure
/// would prevent the array from being `Sendable`.
@usableFromInline
enum ElementIdentity<ID: Hashable, Element>: NotableIdentity {
  case property(any KeyPath<Element, ID> & Sendable)
  /// The `id` of an `Identifiable` element, which costs a fraction of a key path to read.
  case identifiable(any IdentityWitness<ID, Element>.Type)
  indirect case noted(ElementIdentity, AssertionNotes<ID>)

  @inlinable
  func callAsFunction(_ element: Element) -> ID {
    switch self {
    case .property(let keyPath): element[keyPath: keyPath]
    case .identifiable(let witness): witness.id(of: element)
    case .noted(let plain, _): plain(element)
    }
  }

  var parts: (plain: ElementIdentity, notes: AssertionNotes<ID>?) {
    if case .noted(let plain, let notes) = self { (plain, notes) } else { (self, nil) }
  }
}

extension ElementIdentity: Sendable where ID: Sendable {}

/// A witness that elements are `Identifiable`. It is a type, so it needs no storage.
@usableFromInline
protocol IdentityWitness<ID, Element>: SendableMetatype {
  associatedtype ID
  associatedtype Element
  static func id(of element: Element) -> ID
}

enum IdentifiableWitness<Element: Identifiable>: IdentityWitness {
  static func id(of element: Element) -> Element.ID { element.id }
}

extension Array {
  /// Takes out an element that is about to change, so that the storage that it references stays uniquely referenced.
  /// The last element takes its place, which moves and copies no other element.
  @inlinable
  mutating func takeOut(at index: Int) -> Element {
    let last = removeLast()
    if index == count { return last }
    defer { self[index] = last }
    return self[index]
  }

  /// Puts an element back to the place from which it was taken.
  @inlinable
  mutating func putBack(_ element: Element, at index: Int) {
    if index < count {
      append(self[index])
      self[index] = element
    } else {
      append(element)
    }
  }
}
