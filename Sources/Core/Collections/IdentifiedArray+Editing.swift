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
    let count = contents.count
    var rest = newElements.makeIterator()
    while let element = rest.next() {
      if place(element, at: contents.count, as: nil).inserted { continue }
      guard AssertionContext.isAfterStep != nil else { continue }
      return mergeAtEnd([element] + Array(IteratorSequence(rest)), after: contents[count...])
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
    // Most elements are new, so one access both looks for the ID and adds it.
    if let existing = positions.updateValue(index, forKey: element.id) {
      positions[element.id] = existing
      return (
        false,
        addition.map { restate(element, at: existing, as: $0, movingTo: index) } ?? existing
      )
    }
    if index == contents.count {
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
    addition != nil && AssertionContext.isAfterStep != nil ? contents.count : index
  }

  /// Replaces the element with the same ID in its position, or appends the new one.
  ///
  /// - Returns: The element that was replaced, or `nil`.
  /// - Complexity: O(1)
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    let (inserted, index) = place(element, at: contents.count, as: nil)
    if inserted { return nil }
    defer { contents[index] = element }
    return contents[index]
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

  /// Removes the element with the ID of another one.
  ///
  /// - Returns: The element that was removed, or `nil` if there was none.
  /// - Complexity: O(*n*), where *n* is the number of elements behind it.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: element.id)
  }

  /// Removes the elements that satisfy a predicate.
  ///
  /// - Throws: The error of the predicate. The array then still contains all elements, in some order.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public mutating func removeAll(where shouldRemove: (Element) throws -> Bool) rethrows {
    AssertionContext.noteRemoval()
    defer { rebuildPositions() }
    try contents.removeAll(where: shouldRemove)
  }

  /// Removes all elements.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    removeAll { _ in true }
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
    identity.noteRemoval(of: id)
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
    let moved = source.map { contents[$0] }
    let target = destination - source.count(in: 0..<destination)
    keep { !source.contains($0) }
    contents.insert(contentsOf: moved, at: target)
    rebuildPositions()
    noteReordering()
  }

  /// Exchanges the elements at two positions.
  ///
  /// - Complexity: O(1)
  public mutating func swapAt(_ first: Int, _ second: Int) {
    contents.swapAt(first, second)
    positions[contents[first].id] = first
    positions[contents[second].id] = second
    noteReordering()
  }

  private mutating func keep(_ isKept: (Int) -> Bool) {
    contents = contents.indices.filter(isKept).map { contents[$0] }
    rebuildPositions()
  }
}

extension IdentifiedArray: RangeReplaceableCollection {
  /// Creates an array of elements, and keeps only the first element with each ID.
  ///
  /// If a repeated ID would be a mistake, use `init(uniqueElements:)`, which reports it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public init(_ elements: some Sequence<Element>) {
    for element in elements { place(element, at: contents.count, as: nil) }
  }

  /// Replaces the elements at some positions by other elements, except those whose IDs the array already
  /// contains.
  ///
  /// - Complexity: O(*n* + *m*), where *n* is the number of elements after the first position, and *m* is the number
  ///   of new elements.
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Element>
  ) {
    // `append` and `insert` call this method if they are the only expression of a closure without a result. The
    // protocol's own methods have no result, so the compiler prefers them.
    if subrange.isEmpty, let element = (newElements as? CollectionOfOne<Element>)?.first {
      let isAppended = subrange.lowerBound == contents.count
      place(element, at: subrange.lowerBound, as: ElementAddition(isAppended: isAppended))
      return
    }
    if subrange.lowerBound > contents.count, AssertionContext.isAfterStep != nil {
      return merge(newElements, at: subrange.lowerBound)
    }
    if !subrange.isEmpty { AssertionContext.noteRemoval() }
    for element in contents[subrange] { positions[element.id] = nil }
    var replacement: [Element] = []
    for element in newElements {
      if positions[element.id] == nil {
        // Any position works until all positions are updated.
        positions[element.id] = subrange.lowerBound
        replacement.append(element)
      } else if subrange.isEmpty, AssertionContext.isAfterStep != nil {
        for element in replacement { positions[element.id] = nil }
        return merge(newElements, at: subrange.lowerBound)
      }
    }
    contents.replaceSubrange(subrange, with: replacement)
    updatePositions(from: subrange.lowerBound)
  }
}
