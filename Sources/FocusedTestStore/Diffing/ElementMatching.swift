/// How the elements of one list become those of another, told in the order of the second.
enum ElementStep: Equatable {
  /// The elements at both places belong together. They may be equal, or differ in place.
  case matched(expected: Int, actual: Int)
  case removed(expected: Int)
  case added(actual: Int)
  /// More differs than is worth matching up.
  case unmatched(removed: Range<Int>, added: Range<Int>)
}

/// Finds insertions, removals and changes between two lists without comparing every element with
/// every other one.
enum ElementMatching {
  /// How many comparisons, and how many insertions and removals, matching by equality may take.
  private static let comparisonLimit = 50_000
  private static let editLimit = 300

  /// The steps for what lies between the common start and the common end of both lists.
  ///
  /// Elements that have ids are matched by id, whether or not the values differ. Others are matched
  /// when equal; what then differs at the same place, on both sides, is matched by position.
  static func steps(
    _ expected: ElementList, _ actual: ElementList, prefix: Int, suffix: Int
  ) -> [ElementStep] {
    let old = prefix..<(expected.count - suffix)
    let new = prefix..<(actual.count - suffix)
    if let oldIDs = ids(expected, in: old), let newIDs = ids(actual, in: new) {
      return identified(oldIDs, newIDs, old: old, new: new)
    }
    let pairs = commonSubsequence(old.count, new.count) {
      areEqual(expected[old.lowerBound + $0], actual[new.lowerBound + $1])
    }
    guard let pairs else {
      return old.count == new.count
        ? zip(old, new).map { .matched(expected: $0, actual: $1) }
        : [.unmatched(removed: old, added: new)]
    }
    return steps(pairs: pairs, old: old, new: new, pairsGaps: true)
  }

  /// The longest sequence of pairs that are equal and in order on both sides, or `nil` where finding
  /// it would take too long.
  ///
  /// This is Myers' algorithm: its cost goes with the number of differences, so that two changes far
  /// apart in a large list are found as quickly as the list is compared.
  private static func commonSubsequence(
    _ oldCount: Int, _ newCount: Int, areEqual: (Int, Int) -> Bool
  ) -> [(Int, Int)]? {
    guard oldCount > 0, newCount > 0 else { return [] }
    let edits = min(oldCount + newCount, editLimit)
    var comparisons = 0
    // reached[k + edits + 1] is the furthest old position reached on the diagonal old - new == k.
    var reached = Array(repeating: 0, count: 2 * edits + 3)
    var history: [[Int]] = []
    for edit in 0...edits {
      history.append(reached)
      for diagonal in stride(from: -edit, through: edit, by: 2) {
        let place = diagonal + edits + 1
        var old = start(reached, place, diagonal: diagonal, edit: edit)
        while old < oldCount, old - diagonal < newCount, areEqual(old, old - diagonal) {
          comparisons += 1
          old += 1
        }
        comparisons += 1
        reached[place] = old
        if old >= oldCount, old - diagonal >= newCount {
          return pairs(upTo: oldCount, newCount, history: history, edits: edits)
        }
      }
      guard comparisons < comparisonLimit else { return nil }
    }
    return nil
  }

  /// Where one more edit leads on a diagonal: an insertion from the one above, or a removal from the
  /// one below, whichever has come further.
  private static func start(_ reached: [Int], _ place: Int, diagonal: Int, edit: Int) -> Int {
    if edit == 0 { return 0 }
    let comesFromAbove =
      diagonal == -edit || (diagonal != edit && reached[place - 1] < reached[place + 1])
    return comesFromAbove ? reached[place + 1] : reached[place - 1] + 1
  }

  /// Walks back over the recorded edits and collects what was equal between them.
  private static func pairs(
    upTo oldCount: Int, _ newCount: Int, history: [[Int]], edits: Int
  ) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var (old, new) = (oldCount, newCount)
    for edit in history.indices.reversed() {
      let diagonal = old - new
      let reached = history[edit]
      let place = diagonal + edits + 1
      let first = start(reached, place, diagonal: diagonal, edit: edit)
      while old > first {
        (old, new) = (old - 1, new - 1)
        pairs.append((old, new))
      }
      guard edit > 0 else { break }
      let wasRemoval =
        diagonal != -edit && (diagonal == edit || reached[place - 1] >= reached[place + 1])
      if wasRemoval { old -= 1 } else { new -= 1 }
    }
    return pairs.reversed()
  }

  /// How many of the removed elements were added again at another place, by their ids.
  static func countOfMoved(
    _ steps: [ElementStep], _ expected: ElementList, _ actual: ElementList
  ) -> Int {
    var removed: Set<AnyHashable> = []
    var added: Set<AnyHashable> = []
    for step in steps {
      switch step {
      case .removed(let i): expected.id(at: i).map { _ = removed.insert($0) }
      case .added(let j): actual.id(at: j).map { _ = added.insert($0) }
      case .matched, .unmatched: break
      }
    }
    return removed.intersection(added).count
  }

  /// The ids of a range of elements, or `nil` when one has none or two are the same.
  private static func ids(_ list: ElementList, in range: Range<Int>) -> [AnyHashable]? {
    var ids: [AnyHashable] = []
    ids.reserveCapacity(range.count)
    for offset in range {
      guard let id = list.id(at: offset) else { return nil }
      ids.append(id)
    }
    return Set(ids).count == ids.count ? ids : nil
  }

  private static func identified(
    _ oldIDs: [AnyHashable], _ newIDs: [AnyHashable], old: Range<Int>, new: Range<Int>
  ) -> [ElementStep] {
    if oldIDs == newIDs { return zip(old, new).map { .matched(expected: $0, actual: $1) } }
    let pairs = longestCommonSubsequence(oldIDs, newIDs)
    return steps(pairs: pairs, old: old, new: new, pairsGaps: false)
  }

  /// Where no id occurs twice, the longest common subsequence is the longest run of old positions
  /// that rise in the order of the new ones, which takes n log n steps.
  private static func longestCommonSubsequence(
    _ oldIDs: [AnyHashable], _ newIDs: [AnyHashable]
  ) -> [(Int, Int)] {
    let oldOffsets = Dictionary(uniqueKeysWithValues: zip(oldIDs, oldIDs.indices))
    let pairs = newIDs.enumerated().compactMap { new, id in oldOffsets[id].map { ($0, new) } }
    // ends[n] is the pair with the least old position that a run of n + 1 pairs can end in.
    var ends: [Int] = []
    var predecessors = Array(repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].0 < pair.0 { low = middle + 1 } else { high = middle }
      }
      if low > 0 { predecessors[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var run: [(Int, Int)] = []
    var next = ends.last ?? -1
    while next >= 0 {
      run.append(pairs[next])
      next = predecessors[next]
    }
    return run.reversed()
  }

  /// Fills the gaps between pairs. A gap with as many elements on both sides is a change in place.
  private static func steps(
    pairs: [(Int, Int)], old: Range<Int>, new: Range<Int>, pairsGaps: Bool
  ) -> [ElementStep] {
    var steps: [ElementStep] = []
    var (i, j) = (old.lowerBound, new.lowerBound)
    func fill(upTo oldEnd: Int, _ newEnd: Int) {
      if pairsGaps, oldEnd - i == newEnd - j {
        steps += zip(i..<oldEnd, j..<newEnd).map { .matched(expected: $0, actual: $1) }
      } else {
        steps += (i..<oldEnd).map { .removed(expected: $0) }
        steps += (j..<newEnd).map { .added(actual: $0) }
      }
    }
    for (oldOffset, newOffset) in pairs {
      let (oldPlace, newPlace) = (old.lowerBound + oldOffset, new.lowerBound + newOffset)
      fill(upTo: oldPlace, newPlace)
      steps.append(.matched(expected: oldPlace, actual: newPlace))
      (i, j) = (oldPlace + 1, newPlace + 1)
    }
    fill(upTo: old.upperBound, new.upperBound)
    return steps
  }
}
