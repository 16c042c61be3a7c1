import Core

/// The source of an assert closure, as far as it can be read.
///
/// A closure that says `$0.rows[0].title = "A"` of a row that the step added would trap if it were
/// applied to the state before the step. Nothing but its source tells that.
struct ClosureSource {
  /// The statement that the closure is a part of; `nil` if it is not at hand.
  private let text: String?

  init(at callSite: CallSite) {
    let statement = SourceStatement.text(at: callSite)
    text = statement.contains("{") ? statement : nil
  }

  /// Whether the closure may reach for something that the state before a step does not have: any
  /// element by a position that is computed, or one by a number if a list has grown.
  func reachesBeyond<State>(_ before: State, after: State) -> Bool {
    guard let text else { return false }
    // `rows[$0.selected]`, `child!`, `rows.removeFirst()`; but `rows[id: 1]` and `names["a"]` do not.
    let computed = /[\w)\]?!]\[(?!id:|"|\d+\])|[\w)\]]!(?=[.\[)])|\.remove(?:First|Last|\(at:)/
    if text.contains(computed) { return true }
    guard text.contains(/[\w)\]?!]\[\d+\]/) else { return false }
    let changes = Difference.between(before, after)?.fieldChanges ?? []
    return changes.contains { change in
      guard case (.list(let old), .list(let new)) = (Shape(of: change.old), Shape(of: change.new))
      else { return false }
      return old.elementCount < new.elementCount
    }
  }
}
