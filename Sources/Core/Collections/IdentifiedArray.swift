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
public struct IdentifiedArray<ID, Element: Identifiable> where Element.ID == ID {
  // Frequent edits are inlinable. Otherwise, they take nine times as long (`make bench`, "1,000,000 edits").
  @usableFromInline var contents: [Element] = []
  /// The positions of the elements, by their IDs.
  @usableFromInline var positions: [ID: Int] = [:]
  /// The notes of a running assert closure, which take one word.
  var identity = ArrayIdentity<ID>.plain

  /// Creates an empty array.
  public init() {}

  /// Creates an array of elements that have unique IDs.
  ///
  /// Reports an issue at the line of the call if two elements have one ID. The first is kept.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public init(
    uniqueElements elements: some Sequence<Element>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    var duplicates: [(kept: Element, dropped: Element)] = []
    for element in elements {
      let (inserted, index) = place(element, at: contents.count, as: nil)
      if !inserted { duplicates.append((contents[index], element)) }
    }
    guard let first = duplicates.first else { return }
    Issues.report(
      CollectionMessages.duplicates(
        id: first.kept.id, kept: first.kept, dropped: first.dropped, count: duplicates.count),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The elements in order, as a plain array.
  @inlinable public var elements: [Element] { contents }

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
      guard newValue.id == id else {
        Issues.report(
          CollectionMessages.otherID(newValue.id, of: newValue, than: id),
          at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        return
      }
      updateOrAppend(newValue)
    }
    @inlinable _modify {
      let index = positions[id]
      var element = index.map { contents.takeOut(at: $0) }
      defer {
        switch (index, element.take()) {
        case (let index?, let changed?):
          contents.putBack(changed, at: index)
          if contents[index].id != id {
            noteChange(at: index, from: id, fileID, filePath, line, column)
          }
        case (let index?, nil): noteEnd(of: id, at: index)
        case (nil, let new?):
          self[id: id, fileID: fileID, filePath: filePath, line: line, column: column] = new
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
      positions[contents[index].id] = index
    }
  }

  mutating func rebuildPositions() {
    positions.removeAll(keepingCapacity: true)
    updatePositions(from: 0)
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
    identity.noteMiss(of: Element.self, id: id, among: ids)
  }

  /// Indexes an element, whose ID may have changed in place, by the new ID.
  @usableFromInline
  mutating func noteChange(
    at index: Int, from expected: ID, _ fileID: _SourceFileName = #fileID,
    _ filePath: _SourceFileName = #filePath, _ line: UInt = #line, _ column: UInt = #column
  ) {
    let actual = contents[index].id
    if actual == expected { return }
    positions[expected] = nil
    let isTaken = positions[actual] != nil
    Issues.report(
      CollectionMessages.changedID(
        of: contents[index], from: expected, to: actual, isTaken: isTaken),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    if isTaken {
      contents.remove(at: index)
      updatePositions(from: index)
    } else {
      positions[actual] = index
    }
  }
}

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}

/// An identified array, whose elements determine the type of the IDs.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

/// The identity of an identified array: only the notes of a running assert closure, if there are any.
enum ArrayIdentity<ID: Hashable>: NotableIdentity {
  case plain
  indirect case noted(ArrayIdentity, AssertionNotes<ID>)

  var parts: (plain: ArrayIdentity, notes: AssertionNotes<ID>?) {
    if case .noted(let plain, let notes) = self { (plain, notes) } else { (self, nil) }
  }
}

extension ArrayIdentity: Sendable where ID: Sendable {}

extension Array {
  /// Takes out an element that is about to change, so that the storage that it references stays uniquely referenced.
  /// The last element takes its place, which moves and copies no other element.
  @inlinable
  mutating func takeOut(at index: Int) -> Element {
    var element = removeLast()
    if index < count { swap(&self[index], &element) }
    return element
  }

  /// Puts an element back to the place from which it was taken.
  @inlinable
  mutating func putBack(_ element: consuming Element, at index: Int) {
    if index < count { swap(&self[index], &element) }
    append(element)
  }
}
