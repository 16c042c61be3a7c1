/// Deletes everything from a test that one behavior does not need: delta debugging.
///
/// It proposes choices, and learns which of them serve the behavior. Of several elements that serve it, the last one
/// stays.
package struct Deletion: Sendable {
  private enum State {
    /// Looks for a first choice that serves, in order.
    case starting([Choice])
    /// Deletes each element alone.
    case apart
    /// Deletes several elements at once, of which each can be deleted alone.
    case together([Int])
    case ended
  }

  private let test: SplitTest
  /// The elements that stay, and those that they need.
  private var kept: Set<Int>
  private var state: State
  /// The smallest choice so far that serves.
  package private(set) var choice: Choice?

  /// - Parameters:
  ///   - starts: The choices from which the deletion can start, the best one first.
  ///   - kept: The elements that stay.
  package init(_ test: SplitTest, from starts: [Choice], keeping kept: Set<Int> = []) {
    self.test = test
    self.kept = kept
    state = .starting(starts)
  }

  /// The choices to try next. Empty at the end.
  package var proposals: [Choice] {
    switch state {
    case .starting(let starts): starts
    case .apart: deletable.map { without([$0]) }
    case .together(let all): all.indices.map { without(all[...$0]) }
    case .ended: []
    }
  }

  /// Learns which of the proposals serve the behavior.
  package mutating func learn(_ serves: (Choice) -> Bool) {
    switch state {
    case .starting(let starts):
      choice = starts.first(where: serves)
      kept = choice?.elements.filter { !without([$0]).elements.isSuperset(of: kept) } ?? []
      state = choice == nil ? .ended : .apart
    case .apart:
      let all = deletable.filter { serves(without([$0])) }
      state = all.isEmpty ? .ended : .together(all)
    case .together(let all):
      if let last = all.indices.last(where: { serves(without(all[...$0])) }) {
        choice = without(all[...last])
      }
      state = .apart
    case .ended: break
    }
  }

  private var deletable: [Int] {
    choice.map { $0.elements.subtracting(kept).sorted() } ?? []
  }

  private func without(_ part: some Sequence<Int>) -> Choice {
    guard let choice else { preconditionFailure("A choice to delete from (was nil)") }
    return choice.without(part, in: test)
  }
}
