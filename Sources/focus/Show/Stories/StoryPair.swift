/// The usual order of a test and another order, aligned side by side.
package struct StoryPair: Hashable, Sendable {
  package var usual: TestStory
  package var other: TestStory
  package var lines: [Line]

  /// Two aligned rows; `nil` if an order has no such row.
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

  /// The pairs of equivalent rows, which are the longest common subsequence of the two orders.
  private static func alignment(
    _ first: [TestStory.Row], _ second: [TestStory.Row]
  ) -> [(Int?, Int?)] {
    let difference = second.map(\.alignmentKey).difference(from: first.map(\.alignmentKey))
    func offsets(_ changes: [CollectionDifference<String>.Change]) -> Set<Int> {
      Set(
        changes.map {
          switch $0 {
          case .insert(let offset, _, _), .remove(let offset, _, _): offset
          }
        })
    }
    let (removed, inserted) = (offsets(difference.removals), offsets(difference.insertions))
    var pairs: [(Int?, Int?)] = []
    var (i, j) = (0, 0)
    while i < first.count || j < second.count {
      let isOnlyFirst = removed.contains(i)
      let isOnlySecond = !isOnlyFirst && inserted.contains(j)
      pairs.append((isOnlySecond ? nil : i, isOnlyFirst ? nil : j))
      if !isOnlySecond { i += 1 }
      if !isOnlyFirst { j += 1 }
    }
    return pairs
  }
}

extension TestStory.Row {
  /// The parts of a row that determine its alignment. They include no values.
  fileprivate var alignmentKey: String {
    "\(kind) \(place?.line ?? 0) \(key.prefix { $0 != " " }) \(text.prefix { $0 != "(" })"
  }
}
