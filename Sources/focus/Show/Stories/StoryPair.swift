/// Two orders of one test beside each other: the usual one and another, aligned.
package struct StoryPair: Hashable, Sendable {
  package var usual: TestStory
  package var other: TestStory
  package var lines: [Line]

  /// Rows that stand beside each other; `nil` where one order has none.
  package struct Line: Hashable, Sendable {
    package var usual: Int?
    package var other: Int?
    package var isDifferent: Bool
  }

  package init(usual: TestStory, other: TestStory) {
    self.usual = usual
    self.other = other
    lines = Self.alignment(usual.rows, other.rows).map { first, second in
      guard let first, let second else {
        return Line(usual: first, other: second, isDifferent: true)
      }
      let (one, two) = (usual.rows[first], other.rows[second])
      return Line(
        usual: first, other: second,
        isDifferent: one.text != two.text || one.changes != two.changes
          || usual.subject(of: one) != other.subject(of: two))
    }
  }

  package var firstDifference: Int? { lines.firstIndex(where: \.isDifferent) }

  /// Pairs of equivalent rows: the longest common subsequence of both orders.
  private static func alignment(
    _ first: [TestStory.Row], _ second: [TestStory.Row]
  ) -> [(Int?, Int?)] {
    func isSame(_ i: Int, _ j: Int) -> Bool { first[i].alignmentKey == second[j].alignmentKey }
    var start = 0
    while start < min(first.count, second.count), isSame(start, start) { start += 1 }
    var (end, otherEnd) = (first.count, second.count)
    while end > start, otherEnd > start, isSame(end - 1, otherEnd - 1) {
      end -= 1
      otherEnd -= 1
    }
    // The number of pairs from each two positions on.
    let (height, width) = (end - start, otherEnd - start)
    var counts = Array(repeating: 0, count: (height + 1) * (width + 1))
    for i in (0..<height).reversed() {
      for j in (0..<width).reversed() {
        counts[i * (width + 1) + j] =
          isSame(start + i, start + j)
          ? counts[(i + 1) * (width + 1) + j + 1] + 1
          : max(counts[(i + 1) * (width + 1) + j], counts[i * (width + 1) + j + 1])
      }
    }
    var pairs: [(Int?, Int?)] = (0..<start).map { ($0, $0) }
    var (i, j) = (0, 0)
    while i < height || j < width {
      if i < height, j < width, isSame(start + i, start + j) {
        pairs.append((start + i, start + j))
        (i, j) = (i + 1, j + 1)
      } else if j == width
        || i < height
          && counts[(i + 1) * (width + 1) + j] >= counts[i * (width + 1) + j + 1]
      {
        pairs.append((start + i, nil))
        i += 1
      } else {
        pairs.append((nil, start + j))
        j += 1
      }
    }
    return pairs + zip(end..<first.count, otherEnd..<second.count).map { ($0, $1) }
  }
}

extension TestStory.Row {
  /// The parts of a row that two orders share, regardless of values.
  fileprivate var alignmentKey: String {
    "\(kind) \(place?.line ?? 0) \(key.prefix { $0 != " " }) \(text.prefix { $0 != "(" })"
  }
}
