import TestEvents

/// The usual order of a test and another order, aligned side by side.
package struct TimelinePair: Hashable, Sendable {
  package var lines: [Line]

  /// Two aligned rows; `nil` if an order has no such row.
  package struct Line: Hashable, Sendable {
    package var usual: Timeline.Line?
    package var other: Timeline.Line?

    package var isDifferent: Bool {
      guard let one = usual?.row, let two = other?.row else { return true }
      return one.text != two.text || one.changes != two.changes || one.subject != two.subject
    }
  }

  /// Aligns equivalent rows, which are the longest common subsequence of the two orders.
  package init(usual: Timeline, other: Timeline) {
    let difference = other.lines.map(\.row.form).difference(from: usual.lines.map(\.row.form))
    func offsets(_ changes: [CollectionDifference<String>.Change]) -> Set<Int> {
      Set(
        changes.map {
          switch $0 {
          case .insert(let offset, _, _), .remove(let offset, _, _): offset
          }
        })
    }
    let (removed, inserted) = (offsets(difference.removals), offsets(difference.insertions))
    lines = []
    var (i, j) = (0, 0)
    while i < usual.lines.count || j < other.lines.count {
      let isOnlyUsual = removed.contains(i)
      let isOnlyOther = !isOnlyUsual && inserted.contains(j)
      lines.append(
        Line(
          usual: isOnlyOther ? nil : usual.lines[i], other: isOnlyUsual ? nil : other.lines[j]))
      if !isOnlyOther { i += 1 }
      if !isOnlyUsual { j += 1 }
    }
  }

  package var firstDifference: Int? { lines.firstIndex(where: \.isDifferent) }
}
