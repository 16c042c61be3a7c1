import FocusedTestStore

/// Two orders of the same actions that lead to different results, although they differ only by actions that seemed to
/// commute.
///
/// A list of orders leads from the first order to the second. Each of them differs from the previous one by two
/// neighbors that changed places. A binary search finds two neighbors that don't commute. The search is a plain value.
package struct OrderDifference: Sendable {
  /// The effects of the actions in each order of the list.
  private let path: [[UInt64]]
  /// The result of the first order.
  private let result: UInt64
  private var (first, last): (Int, Int)
  private var isLost = false

  /// - Parameters:
  ///   - known: The actions of the first order, and their effects.
  ///   - new: The same actions in the other order.
  ///   - result: The result of the first order.
  init(
    from known: [(label: Int, effect: UInt64)], to new: [(label: Int, effect: UInt64)],
    result: UInt64
  ) {
    let positions = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($1.label, $0) })
    var order = known
    var path = [order.map(\.effect)]
    for end in order.indices {
      var index = end
      while index > 0, positions[order[index - 1].label]! > positions[order[index].label]! {
        order.swapAt(index - 1, index)
        path.append(order.map(\.effect))
        index -= 1
      }
    }
    self.path = path
    self.result = result
    (first, last) = (0, path.count - 1)
  }

  /// The effects that act first in the next run of the search, in order; `nil` if the search has ended.
  var next: [UInt64]? { last - first > 1 && !isLost ? path[(first + last) / 2] : nil }

  mutating func didRun(_ run: RecordedActions?) {
    guard let next else { return }
    guard let run, run.order.events.map(\.effect).starts(with: next) else { return isLost = true }
    if run.results[next.count - 1] == result {
      first = (first + last) / 2
    } else {
      last = (first + last) / 2
    }
  }

  /// The two orders that differ by two neighbors, if the search has found them.
  var neighbors: (Schedule, Schedule)? {
    guard last - first == 1 else { return nil }
    return (Schedule(leaders: path[first]), Schedule(leaders: path[last]))
  }

  /// Whether two runs of the neighbors have different results. If not, something besides the order matters.
  func isRepeated(by one: RecordedActions?, _ other: RecordedActions?) -> Bool {
    guard let one, let other, path[0].count <= min(one.results.count, other.results.count) else {
      return false
    }
    return one.results[path[0].count - 1] != other.results[path[0].count - 1]
  }
}
