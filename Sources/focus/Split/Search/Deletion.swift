/// Deletes everything from a test that one behavior does not need: delta debugging.
///
/// It proposes choices, and learns which of them serve the behavior. Of several elements that serve it, the last one
/// stays.
package struct Deletion: Sendable {
  private enum State {
    /// Looks for a first choice that serves, in order.
    case starting([Choice])
    /// Deletes each of several parts alone.
    case apart(size: Int)
    /// Deletes several parts at once, of which each can be deleted alone.
    case together(size: Int, [[Int]])
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
    case .apart(let size): parts(of: size).map { without($0) }
    case .together(_, let parts): parts.indices.dropFirst().map { without(parts[...$0].joined()) }
    case .ended: []
    }
  }

  /// Learns which of the proposals serve the behavior.
  package mutating func learn(_ serves: (Choice) -> Bool) {
    switch state {
    case .starting(let starts):
      choice = starts.first(where: serves)
      kept = choice?.elements.filter { !without([$0]).elements.isSuperset(of: kept) } ?? []
      state = choice == nil ? .ended : .apart(size: max(1, deletable.count / 2))
    case .apart(let size):
      let parts = parts(of: size).filter { serves(without($0)) }
      if parts.count > 1 {
        state = .together(size: size, parts)
      } else {
        delete(parts.first, size)
      }
    case .together(let size, let parts):
      let last = parts.indices.dropFirst().last { serves(without(parts[...$0].joined())) } ?? 0
      delete(Array(parts[...last].joined()), size)
    case .ended: break
    }
  }

  private mutating func delete(_ part: [Int]?, _ size: Int) {
    if let part { choice = without(part) }
    if size > 1 {
      state = .apart(size: size / 2)
    } else if part == nil || deletable.isEmpty {
      state = .ended
    } else {
      state = .apart(size: 1)
    }
  }

  private var deletable: [Int] {
    choice.map { $0.elements.subtracting(kept).sorted() } ?? []
  }

  /// The deletable elements in parts of a size, in the order of the test.
  private func parts(of size: Int) -> [[Int]] {
    let elements = deletable
    return stride(from: 0, to: elements.count, by: size).map {
      Array(elements[$0..<min($0 + size, elements.count)])
    }
  }

  private func without(_ part: some Sequence<Int>) -> Choice {
    guard let choice else { preconditionFailure("A choice to delete from (was nil)") }
    return choice.without(part, in: test)
  }
}
