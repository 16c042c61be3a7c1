extension Array {
  /// The first position whose element meets a condition, in an array in which all elements that meet it
  /// follow those that don't.
  ///
  /// - Complexity: O(log *n*), where *n* is the length of the array.
  @inlinable
  package func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (lower, upper) = (0, count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if isBehind(self[middle]) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}
