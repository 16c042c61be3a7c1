import Core

/// A step that turns the elements of one list into those of another, in the order of the second list.
package enum ElementStep {
  /// The elements at both positions belong together: they are equal, or differ in place.
  case matched(expected: Int, actual: Int, Difference? = nil)
  case removed(expected: Int)
  case added(actual: Int)
  /// The elements differ too much to be matched.
  case unmatched(removed: Range<Int>, added: Range<Int>)

  package var isMatch: Bool { if case .matched = self { true } else { false } }
}

/// Finds insertions, removals and changes between two lists without comparing every element with
/// every other one.
enum ElementMatching {
  /// The maximum number of comparisons. `editLimit` is the maximum number of insertions and removals.
  private static let comparisonLimit = 50_000
  private static let editLimit = 300

  /// The steps for the elements between the common start and the common end of both lists.
  ///
  /// Elements with IDs are matched by ID, even if their values differ. Elements without IDs, or with IDs that
  /// occur twice and moved, are matched if they are equal. The remaining elements at equal positions of both
  /// lists are matched by position.
  static func steps(_ lists: ListPair, areEqual: (Any, Any) -> Bool) -> [ElementStep] {
    let (old, new) = (lists.oldMiddle, lists.newMiddle)
    if let oldIDs = ids(lists.old, in: old), let newIDs = ids(lists.new, in: new),
      oldIDs == newIDs || areUnique(oldIDs) && areUnique(newIDs)
    {
      let edits = edits(old, new) { oldIDs[$0 - lists.prefix] == newIDs[$1 - lists.prefix] }
      return edits.map { steps($0, old, new, pairsGaps: false) }
        ?? [.unmatched(removed: old, added: new)]
    }
    let edits = edits(old, new) { areEqual(lists.old.element(at: $0), lists.new.element(at: $1)) }
    if let edits { return steps(edits, old, new, pairsGaps: true) }
    return old.count == new.count
      ? zip(old, new).map { .matched(expected: $0, actual: $1) }
      : [.unmatched(removed: old, added: new)]
  }

  private typealias Edits = (removed: Set<Int>, added: Set<Int>)

  /// The positions to remove from one list and to add from the other, or `nil` if the search for the smallest number of
  /// edits would take too long.
  private static func edits(
    _ old: Range<Int>, _ new: Range<Int>, areEqual: (Int, Int) -> Bool
  ) -> Edits? {
    guard !old.isEmpty, !new.isEmpty else { return (Set(old), Set(new)) }
    guard abs(old.count - new.count) <= editLimit else { return nil }
    var comparisons = 0
    // The cost grows with the number of differences. Beyond the limit all elements count as equal,
    // which ends the search.
    let difference = new.difference(from: old) {
      comparisons += 1
      return comparisons > comparisonLimit || areEqual($0, $1)
    }
    guard comparisons <= comparisonLimit else { return nil }
    var edits: Edits = ([], [])
    for change in difference {
      switch change {
      case .remove(_, let position, _): edits.removed.insert(position)
      case .insert(_, let position, _): edits.added.insert(position)
      }
    }
    return edits
  }

  /// Walks along both lists. If a gap has the same number of elements on both sides, it counts as a change in place.
  private static func steps(
    _ edits: Edits, _ old: Range<Int>, _ new: Range<Int>, pairsGaps: Bool
  ) -> [ElementStep] {
    var steps: [ElementStep] = []
    var (old, new) = (old, new)
    while !old.isEmpty || !new.isEmpty {
      let gone = old.prefix { edits.removed.contains($0) }
      let come = new.prefix { edits.added.contains($0) }
      if pairsGaps, gone.count == come.count {
        steps += zip(gone, come).map { .matched(expected: $0, actual: $1) }
      } else {
        steps += gone.map { .removed(expected: $0) } + come.map { .added(actual: $0) }
      }
      (old, new) = (old.dropFirst(gone.count), new.dropFirst(come.count))
      guard let i = old.popFirst(), let j = new.popFirst() else { continue }
      steps.append(.matched(expected: i, actual: j))
    }
    return steps
  }

  /// The IDs of a range of elements, or `nil` if one of them has no ID.
  private static func ids(_ list: any ArrayBacked, in range: Range<Int>) -> [AnyHashable]? {
    let ids = range.compactMap { list.elementID(at: $0) }
    return ids.count == range.count ? ids : nil
  }

  private static func areUnique(_ ids: [AnyHashable]) -> Bool { Set(ids).count == ids.count }
}

extension ListPair {
  /// The comparison of the elements of a newly created stack by their positions, because their IDs differ.
  var stepsByPosition: [ElementStep] {
    (0..<max(old.elementCount, new.elementCount)).map { offset in
      guard offset < old.elementCount else { return .added(actual: offset) }
      guard offset < new.elementCount else { return .removed(expected: offset) }
      return .matched(
        expected: offset, actual: offset,
        Difference.between(old.element(at: offset), new.element(at: offset)))
    }
  }
}

extension Difference.Elements {
  /// Whether the old list is a newly created stack, whose elements have different IDs.
  package var isOfNewStack: Bool {
    let (old, new) = (lists.old, lists.new)
    guard old.elementAccess == .byOwnID, old.elementCount > 0, new.elementCount > 0,
      let last = old.elementID(at: old.elementCount - 1)?.base as? StackElementID,
      let other = new.elementID(at: new.elementCount - 1)?.base as? StackElementID
    else { return false }
    return last > other
      && (0..<min(old.elementCount, new.elementCount)).allSatisfy {
        old.elementID(at: $0) != new.elementID(at: $0)
      }
  }

  /// Whether a difference shows moves by the order of the IDs. A few moves in a long list are shown as removals and
  /// additions, with their positions.
  var showsOrder: Bool {
    max(lists.oldMiddle.count, lists.newMiddle.count) <= 20 || moves.count > 4
  }

  /// The elements that moved, by their IDs: the old positions by the new ones.
  package var moves: [Int: Int] {
    var (removed, added) = (Set(lists.oldMiddle), Set(lists.newMiddle))
    for case .matched(let i, let j, _) in steps {
      removed.remove(i)
      added.remove(j)
    }
    let origins = Dictionary(
      removed.compactMap { offset in lists.old.elementID(at: offset).map { ($0, offset) } },
      uniquingKeysWith: { first, _ in first })
    return added.reduce(into: [:]) { moves, offset in
      moves[offset] = lists.new.elementID(at: offset).flatMap { origins[$0] }
    }
  }
}
