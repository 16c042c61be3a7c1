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
  public internal(set) var elements: [Element] = [] {
    didSet { revision = Revision() }
  }

  var positions: [ID: Int] = [:]

  /// Identifies the current elements: arrays with the same revision have the same elements.
  package var revision = Revision()

  let id: ElementIdentity<ID, Element>

  /// The elements that a running assert closure added although they were already present.
  var restatements: [ID: Restatement] = [:]

  /// The missing elements that a running assert closure expects.
  var missed = MissedElements<ID>()

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
    get { positions[id].map { elements[$0] } }
    set {
      self[
        id: id,
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      ] = newValue
    }
    _modify {
      yield &self[
        id: id,
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)]
    }
  }

  subscript(id id: ID, at callSite: CallSite) -> Element? {
    get { positions[id].map { elements[$0] } }
    set {
      guard let newValue else {
        remove(id: id)
        return
      }
      guard self.id(newValue) == id else {
        reportOtherID(of: newValue, than: id, at: callSite)
        return
      }
      updateOrAppend(newValue)
    }
    _modify {
      guard let index = positions[id] else {
        var element: Element?
        defer {
          if let element {
            self[id: id, at: callSite] = element
          } else {
            missed.noteMiss(of: Element.self, id: id, among: ids)
          }
        }
        yield &element
        return
      }
      let count = elements.count
      defer {
        if elements.count == count {
          noteChange(at: index, from: id, at: callSite)
        } else {
          missed.noteRemoval(of: id)
          AssertionContext.noteRemoval()
          positions[id] = nil
          updatePositions(from: index)
        }
      }
      yield &elements[takingOut: index]
    }
  }

  /// The position of the element with an ID, or `nil`.
  ///
  /// - Complexity: O(1)
  public func index(id: ID) -> Int? {
    positions[id]
  }

  /// The IDs in the order of their elements.
  public var ids: IDs {
    IDs(base: self)
  }

  // MARK: Invariants

  mutating func updatePositions(from start: Int) {
    for index in start..<elements.count {
      positions[id(elements[index])] = index
    }
  }

  /// Indexes an element, whose ID may have changed in place, by the new ID.
  mutating func noteChange(at index: Int, from expected: ID, at callSite: CallSite) {
    let actual = id(elements[index])
    if actual == expected { return }
    positions[expected] = nil
    let isTaken = positions[actual] != nil
    Issues.report(
      CollectionMessages.changedID(
        of: elements[index], from: expected, to: actual, isTaken: isTaken), at: callSite)
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

/// Identifies the elements of an identified array at one time. Every edit creates another revision.
package typealias Revision = Identity

/// The function from an element of an identified array to its ID.
///
/// It isn't a closure: a `@Sendable` closure can't capture the type of an element in general, and any other closure
/// would prevent the array from being `Sendable`.
enum ElementIdentity<ID, Element>: Sendable {
  case property(any KeyPath<Element, ID> & Sendable)
  /// The `id` of an `Identifiable` element, which costs a fraction of a key path to read.
  case identifiable(any IdentityWitness<ID, Element>.Type)

  func callAsFunction(_ element: Element) -> ID {
    switch self {
    case .property(let keyPath): element[keyPath: keyPath]
    case .identifiable(let witness): witness.id(of: element)
    }
  }
}

/// A witness that elements are `Identifiable`. It is a type, so it needs no storage.
protocol IdentityWitness<ID, Element>: SendableMetatype {
  associatedtype ID
  associatedtype Element
  static func id(of element: Element) -> ID
}

enum IdentifiableWitness<Element: Identifiable>: IdentityWitness {
  static func id(of element: Element) -> Element.ID { element.id }
}

extension Array {
  /// The element at an index, which `nil` removes.
  ///
  /// It is taken out from the end while it changes, which moves and copies no other element. So the storage that it
  /// references stays uniquely referenced.
  subscript(takingOut index: Int) -> Element? {
    get { self[index] }
    _modify {
      let last = count - 1
      swapAt(index, last)
      var element: Element? = removeLast()
      defer {
        if let element {
          append(element)
          swapAt(index, last)
        } else if index < last {
          // The last element took the place, and goes back to the end.
          append(remove(at: index))
        }
      }
      yield &element
    }
  }
}
