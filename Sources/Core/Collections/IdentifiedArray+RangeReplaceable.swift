extension IdentifiedArray: RangeReplaceableCollection
where Element: Identifiable, ID == Element.ID {
  /// Creates an array of elements, and keeps only the first element with each ID.
  ///
  /// If a repeated ID would be a mistake, use `init(uniqueElements:)`, which reports it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public init(_ elements: some Sequence<Element>) {
    self.init()
    for element in elements { place(element, at: count, as: nil) }
  }

  /// Creates a copy of an identified array.
  ///
  /// - Complexity: O(1)
  public init(_ elements: IdentifiedArray) {
    self = elements
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
      let isAppended = subrange.lowerBound == elements.count
      place(element, at: subrange.lowerBound, as: ElementAddition(isAppended: isAppended))
      return
    }
    if subrange.lowerBound > elements.count, AssertionContext.isAfterStep != nil {
      return merge(newElements, at: subrange.lowerBound)
    }
    if !subrange.isEmpty { AssertionContext.noteRemoval() }
    for element in elements[subrange] { positions[id(element)] = nil }
    var replacement: [Element] = []
    for element in newElements {
      if positions[id(element)] == nil {
        // Any position works until all positions are updated.
        positions[id(element)] = subrange.lowerBound
        replacement.append(element)
      } else if subrange.isEmpty, AssertionContext.isAfterStep != nil {
        for element in replacement { positions[id(element)] = nil }
        return merge(newElements, at: subrange.lowerBound)
      }
    }
    elements.replaceSubrange(subrange, with: replacement)
    updatePositions(from: subrange.lowerBound)
  }

  /// Reserves space for a number of elements.
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    elements.reserveCapacity(minimumCapacity)
    positions.reserveCapacity(minimumCapacity)
  }
}

extension IdentifiedArray {
  /// Removes the element with the ID of another one.
  ///
  /// - Returns: The element that was removed, or `nil` if there was none.
  /// - Complexity: O(*n*), where *n* is the number of elements behind it.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: id(element))
  }
}
