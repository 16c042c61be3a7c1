import FocusedTestStore

import ReducerDebugging
import SourceReading

/// The elements of a list that were added, removed, or moved, and that a closure may name.
package struct ChangedElements: Hashable {
  /// The position at which the two lists begin to differ.
  private var start = Int.max
  private var reachesEnd = false
  /// The added and removed elements. `nil` if elements are identified by their positions.
  private var ids: Set<FieldPath.Component>?
  private var isComplete = true

  package init(_ elements: Difference.Elements) {
    let (old, new) = (elements.lists.old, elements.lists.new)
    var removed: Set<FieldPath.Component> = []
    var added: Set<FieldPath.Component> = []
    let hasIDs = new.elementAccess != .byPosition
    for step in elements.steps {
      switch step {
      case .matched(let i, let j, _):
        // While the indices are equal, the order has not changed. After the first difference, the start is known.
        if i != j { start = min(start, i, j) }
        reachesEnd = i != j
      case .removed(let offset):
        start = min(start, offset)
        reachesEnd = true
        if hasIDs { removed.insert(old.component(at: offset)) }
      case .added(let offset):
        start = min(start, offset)
        reachesEnd = true
        if hasIDs { added.insert(new.component(at: offset)) }
      case .unmatched(let olds, let news):
        start = min(start, olds.lowerBound, news.lowerBound)
        reachesEnd = true
        isComplete = false
      }
    }
    reachesEnd = reachesEnd && elements.lists.suffix == 0
    // An element in both lists has moved. Its ID still finds it.
    ids = hasIDs ? removed.symmetricDifference(added) : nil
  }

  /// Whether an element of the old list may have been added or removed, or may have moved.
  func include(_ element: FieldPath.Component) -> Bool {
    guard isComplete else { return true }
    if let ids { return ids.contains(element) }
    if case .index(let index) = element { return index >= start }
    return true
  }

  /// Whether a component of a closure's path may refer to a changed element.
  func include(_ part: ClosureFields.Path.Part) -> Bool {
    switch part {
    case .name("first"): return start == 0
    case .name("last"): return reachesEnd
    case .name, .computed: return true
    case .element(let place):
      guard isComplete else { return true }
      if let ids { return ids.contains { $0.place == place } }
      return Int(place).map { $0 >= start } ?? true
    }
  }
}
