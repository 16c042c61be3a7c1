extension IdentifiedArray: RangeReplaceableCollection
where Element: Identifiable, ID == Element.ID {
  /// Creates an array of elements, of which the first with each id is kept.
  ///
  /// Where a second one would be a mistake, `init(uniqueElements:)` reports it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public init(_ elements: some Sequence<Element>) {
    self.init()
    for element in elements { place(element, at: count, isMerge: nil) }
  }

  /// Creates a copy of an identified array.
  ///
  /// - Complexity: O(1)
  public init(_ elements: IdentifiedArray) {
    self = elements
  }

  /// Replaces the elements at some positions by those of other elements whose ids are not there yet.
  ///
  /// - Complexity: O(*n* + *m*), where *n* is the number of elements behind the first position, and *m*
  ///   that of the new ones.
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Element>
  ) {
    history.startOver()
    for element in elements[subrange] { positions[id(element)] = nil }
    var replacement: [Element] = []
    replacement.reserveCapacity(newElements.count)
    for element in newElements {
      if let position = positions[id(element)] {
        // Among the new ones, it is the first of several that have the id.
        if !subrange.contains(position), elements.indices.contains(position) {
          noteTaken(id(element), by: elements[position], for: element, isMerge: true)
        }
        continue
      }
      // Any position will do until all are updated.
      positions[id(element)] = subrange.lowerBound
      replacement.append(element)
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
  /// Removes the element with the id of another one.
  ///
  /// - Returns: The element that was removed, or `nil` if there was none.
  /// - Complexity: O(*n*), where *n* is the number of elements behind it.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: id(element))
  }
}
