import Foundation

extension IdentifiedArray {
  // MARK: Adding

  /// Appends an element, unless the array already contains its ID.
  ///
  /// - Returns: Whether the element was appended, and the position of the element with its ID.
  /// - Complexity: O(1)
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    place(element, at: contents.count, as: ElementAddition(isAppended: true))
  }

  /// Appends the elements whose IDs the array doesn't contain yet.
  ///
  /// - Complexity: O(*m*), where *m* is the number of new elements.
  public mutating func append(contentsOf newElements: some Sequence<Element>) {
    let count = elements.count
    var rest = newElements.makeIterator()
    while let element = rest.next() {
      if place(element, at: elements.count, as: nil).inserted { continue }
      guard AssertionContext.isAfterStep != nil else { continue }
      return mergeAtEnd([element] + Array(IteratorSequence(rest)), after: elements[count...])
    }
  }

  /// Inserts an element at a position, unless the array already contains its ID.
  ///
  /// - Returns: Whether the element was inserted, and the position of the element with its ID.
  /// - Complexity: O(*n*), where *n* is the number of elements after the position.
  @discardableResult
  public mutating func insert(
    _ element: Element, at index: Int
  ) -> (inserted: Bool, index: Int) {
    place(element, at: index, as: ElementAddition(isAppended: false))
  }

  /// Inserts an element, unless the array already contains its ID.
  ///
  /// - Parameter addition: The expectation of an assert closure, or `nil`.
  @inlinable
  @discardableResult
  mutating func place(
    _ element: Element, at index: Int, as addition: ElementAddition?
  ) -> (inserted: Bool, index: Int) {
    let id = id(element)
    if let existing = positions[id] {
      return (
        false,
        addition.map { restate(element, at: existing, as: $0, movingTo: index) } ?? existing
      )
    }
    if index == contents.count {
      positions[id] = index
      contents.append(element)
      return (true, index)
    }
    let index = index > contents.count ? clamped(index, as: addition) : index
    contents.insert(element, at: index)
    updatePositions(from: index)
    return (true, index)
  }

  /// The position of an added element, behind the end of the array. On the actual state, a correct and an incorrect
  /// `insert` of an assert closure have the same effect.
  @usableFromInline
  func clamped(_ index: Int, as addition: ElementAddition?) -> Int {
    addition != nil && AssertionContext.isAfterStep != nil ? elements.count : index
  }

  /// Replaces the element with the same ID in its position, or appends the new one.
  ///
  /// - Returns: The element that was replaced, or `nil`.
  /// - Complexity: O(1)
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    updateOrInsert(element, at: elements.count).originalMember
  }

  /// Replaces the element with the same ID in its position, or inserts the new one at another.
  ///
  /// - Returns: The element that was replaced, or `nil`, and the position of the new one.
  /// - Complexity: O(1) to replace, O(*n*) to insert, where *n* is the number of elements behind
  ///   the position.
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element, at index: Int
  ) -> (originalMember: Element?, index: Int) {
    let (inserted, index) = place(element, at: index, as: nil)
    return (inserted ? nil : update(element, at: index), index)
  }

  /// Replaces the element at a position by another with the same ID.
  ///
  /// Reports an issue and replaces nothing if the element has another ID.
  ///
  /// - Returns: The element that was at the position.
  /// - Complexity: O(1)
  @discardableResult
  public mutating func update(
    _ element: Element, at index: Int,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Element {
    let original = elements[index]
    if id(element) == id(original) {
      elements[index] = element
    } else {
      reportOtherID(
        of: element, than: id(original),
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    return original
  }

  // MARK: Removing

  /// Removes the element with an ID.
  ///
  /// - Returns: The element, or `nil` if there was none.
  /// - Complexity: O(*n*), where *n* is the number of elements behind it.
  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    let position = positions.removeValue(forKey: id)
    noteRemoval(of: id, isPresent: position != nil)
    guard let position else { return nil }
    defer { updatePositions(from: position) }
    return contents.remove(at: position)
  }

  /// Removes the element at a position.
  ///
  /// - Returns: The element.
  /// - Complexity: O(*n*), where *n* is the number of elements behind it.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    AssertionContext.noteRemoval()
    let element = elements.remove(at: index)
    let id = id(element)
    positions[id] = nil
    updatePositions(from: index)
    return element
  }

  /// Removes the first element.
  ///
  /// - Precondition: The array is not empty.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  @discardableResult
  public mutating func removeFirst() -> Element {
    remove(at: 0)
  }

  /// Removes the last element.
  ///
  /// - Precondition: The array is not empty.
  /// - Complexity: O(1)
  @discardableResult
  public mutating func removeLast() -> Element {
    remove(at: elements.count - 1)
  }

  /// Removes the elements that satisfy a predicate.
  ///
  /// - Throws: The error of the predicate. The array then still contains all elements, in some order.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public mutating func removeAll(where shouldRemove: (Element) throws -> Bool) rethrows {
    AssertionContext.noteRemoval()
    defer { rebuildPositions() }
    try elements.removeAll(where: shouldRemove)
  }

  /// Removes all elements.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    AssertionContext.noteRemoval()
    elements.removeAll(keepingCapacity: keepingCapacity)
    positions.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Removes the elements at some positions.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public mutating func remove(atOffsets offsets: IndexSet) {
    AssertionContext.noteRemoval()
    keep { !offsets.contains($0) }
  }

  /// Records the removal of an element by its ID.
  @usableFromInline
  mutating func noteRemoval(of id: ID, isPresent: Bool = true) {
    guard AssertionContext.isAnyRunning else { return }
    self.id.noteRemoval(of: id)
    if isPresent { AssertionContext.noteRemoval() }
  }

  // MARK: Ordering

  /// Moves the elements at some positions.
  ///
  /// - Parameters:
  ///   - source: The positions of the elements.
  ///   - destination: The position before which the elements are inserted, counted before the move.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    let moved = source.map { elements[$0] }
    let target = destination - source.count(in: 0..<destination)
    keep { !source.contains($0) }
    elements.insert(contentsOf: moved, at: target)
    rebuildPositions()
    noteReordering()
  }

  /// Exchanges the elements at two positions.
  ///
  /// - Complexity: O(1)
  public mutating func swapAt(_ first: Int, _ second: Int) {
    elements.swapAt(first, second)
    positions[id(elements[first])] = first
    positions[id(elements[second])] = second
    noteReordering()
  }

  /// The elements that satisfy a predicate, as an identified array.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var result = Self(id: id.plain)
    result.elements = try elements.filter(isIncluded)
    result.rebuildPositions()
    return result
  }

  private mutating func keep(_ isKept: (Int) -> Bool) {
    elements = elements.indices.filter(isKept).map { elements[$0] }
    rebuildPositions()
  }

  mutating func rebuildPositions() {
    positions.removeAll(keepingCapacity: true)
    updatePositions(from: 0)
  }
}
