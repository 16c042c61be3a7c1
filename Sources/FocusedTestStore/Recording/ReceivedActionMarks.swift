import Core

/// What is known of the received actions, whatever their type: which have been asserted or reported, and
/// whose states are kept.
package struct ReceivedActionMarks {
  private struct Mark {
    let step: Int
    let generators: GeneratorPositions
    /// Whether an issue has reported that the test passed over the action. The test can still assert it,
    /// but need not.
    var isPassedOver: Bool
    var isAsserted = false

    var isDemanded: Bool { !isAsserted && !isPassedOver }
  }

  private var marks: [Mark] = []
  /// What the entries were received after.
  private(set) var start = LogStart.send
  /// Every entry before this one is asserted, so that no search has to look at it.
  private(set) var firstOpen = 0
  /// The latest entry that is asserted.
  package private(set) var furthestAsserted: Int?
  /// Whether the test has been told that it passes over actions. What it passes over from then on is no
  /// news: it expects another order.
  package private(set) var isOrderReported = false
  /// The entries that are asserted in place of expected ones that never came.
  private(set) var standIns: [Int] = []
  private var hasStoodIn = false
  /// The entries whose states are kept, oldest first.
  private var kept: [Int] = []
  /// How many states were kept while all had to be. They come first, and are not dropped.
  private var unboundedStates = 0
  private var keptInBurst = 0

  var count: Int { marks.count }

  /// The number of an entry's step in the store's history.
  func step(at index: Int) -> Int { marks[index].step }
  /// Where the generators of ids stood before an entry's reduction.
  func generators(at index: Int) -> GeneratorPositions { marks[index].generators }
  func isAsserted(at index: Int) -> Bool { marks[index].isAsserted }
  func isPassedOver(at index: Int) -> Bool { marks[index].isPassedOver }

  mutating func append(step: Int, generators: GeneratorPositions, isPassedOver: Bool) {
    marks.append(Mark(step: step, generators: generators, isPassedOver: isPassedOver))
  }

  mutating func restart(by next: LogStart) {
    start = next
    keptInBurst = 0
    if marks.isEmpty { return }
    marks.removeAll(keepingCapacity: true)
    firstOpen = 0
    furthestAsserted = nil
    isOrderReported = false
    standIns = []
    hasStoodIn = false
    if !kept.isEmpty { kept = [] }
    unboundedStates = 0
  }

  // MARK: - Asserting

  mutating func markAsserted(at index: Int, isStandIn: Bool) {
    marks[index].isAsserted = true
    if !standIns.isEmpty { standIns.removeAll { $0 == index } }
    if isStandIn {
      standIns.append(index)
      hasStoodIn = true
    }
    furthestAsserted = max(furthestAsserted ?? index, index)
    while firstOpen < marks.count, marks[firstOpen].isAsserted { firstOpen += 1 }
  }

  mutating func passOver(before index: Int) {
    isOrderReported = true
    for index in 0..<index { marks[index].isPassedOver = true }
  }

  /// Whether the test has been told that its expectations are not what was received. What its closures
  /// say was written for that.
  package var isSequenceReported: Bool { isOrderReported || hasStoodIn }

  /// The first entry that must be asserted where every received action must be.
  package var firstDemanded: Int? {
    var index = firstOpen
    while index < marks.count {
      if marks[index].isDemanded { return index }
      index += 1
    }
    return nil
  }

  func firstUnasserted(from index: Int) -> Int? {
    var index = max(index, firstOpen)
    while index < marks.count {
      if !marks[index].isAsserted { return index }
      index += 1
    }
    return nil
  }

  var demanded: [Int] { marks.indices.filter { marks[$0].isDemanded } }

  // MARK: - States

  /// What to do with the state of the latest entry.
  enum Keeping {
    case none
    case append
    /// Another one goes, because there are too many.
    case replace(Int)
  }

  mutating func keepLatest(all: Bool, limit: Int) -> Keeping {
    let latest = marks.count - 1
    guard latest >= 0, kept.last != latest, all || keptInBurst < limit else { return .none }
    keptInBurst += 1
    kept.append(latest)
    if all {
      unboundedStates = kept.count
    } else if kept.count > unboundedStates + limit {
      kept.remove(at: unboundedStates)
      return .replace(unboundedStates)
    }
    return .append
  }

  mutating func endBurst() {
    keptInBurst = 0
  }

  /// Where the state after an entry is among the kept ones.
  func state(after index: Int) -> Int? {
    let position = kept.sortedPosition(of: index)
    return position < kept.count && kept[position] == index ? position : nil
  }
}
