import Core

extension ArrayBacked {
  /// The name of the element in a path: its ID, unless the collection is a plain array.
  package func component(at offset: Int) -> FieldPath.Component {
    guard elementAccess != .byPosition, let id = elementID(at: offset) else {
      return .index(offset)
    }
    return .id(id)
  }
}

/// Two lists of one type, and their common elements.
package struct ListPair {
  package let old: any ArrayBacked
  package let new: any ArrayBacked
  /// The number of elements that the two lists share at their start.
  let prefix: Int
  /// The number of the remaining elements that the two lists share at their end.
  package let suffix: Int

  init(_ old: any ArrayBacked, _ new: any ArrayBacked) {
    self.old = old
    self.new = new
    (prefix, suffix) = old.commonEnds(with: new)
  }

  var areEqual: Bool { old.elementCount == new.elementCount && prefix == old.elementCount }
  /// The positions between the common start and the common end.
  var oldMiddle: Range<Int> { prefix..<(old.elementCount - suffix) }
  var newMiddle: Range<Int> { prefix..<(new.elementCount - suffix) }
}

extension ArrayBacked {
  fileprivate func commonEnds(with other: any ArrayBacked) -> (prefix: Int, suffix: Int) {
    guard let other = other as? Self else { return (0, 0) }
    let (lhs, rhs) = (backingArray, other.backingArray)
    let comparesIDs = comparesIDs
    let isEqual = Equality<BackingElement>().byOperator
    /// The number of consecutive equal pairs, beginning at one pair.
    ///
    /// Compares by `==` first (`make bench`, "failing send, 10,000 structs, .on").
    func countAlike(_ i: Int, _ j: Int, by step: Int, atMost limit: Int) -> Int {
      var count = 0
      while count < limit {
        let (i, j) = (i + count * step, j + count * step)
        guard isEqual?(lhs[i], rhs[j]) == true || areEqual(lhs[i], rhs[j]),
          !comparesIDs || elementID(at: i) == other.elementID(at: j)
        else { break }
        count += 1
      }
      return count
    }
    let shorter = min(lhs.count, rhs.count)
    let prefix = countAlike(0, 0, by: 1, atMost: shorter)
    // In lists of equal length, the first different pair need not be compared again from the end.
    let limit = shorter - prefix - (lhs.count == rhs.count && prefix < shorter ? 1 : 0)
    let suffix = countAlike(lhs.count - 1, rhs.count - 1, by: -1, atMost: limit)
    return (prefix, suffix)
  }
}
