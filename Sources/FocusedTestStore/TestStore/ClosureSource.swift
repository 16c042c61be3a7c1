import Core

/// The source of an assert closure, as far as it can be read.
///
/// A closure with `$0.rows[0].title = "A"` for a row that the step added would trap on the state before
/// the step. Only its source shows that.
struct ClosureSource {
  /// The statement that contains the closure; `nil` if the source is not available.
  private let text: String?
  /// The call from its arguments on; `nil` if the closure does not stand there.
  private let closure: String?

  init(at callSite: CallSite) {
    let statement = SourceStatement.text(at: callSite)
    text = statement.contains("{") ? statement : nil
    let call = String(Substring(statement.utf8.dropFirst(max(0, Int(callSite.column) - 1))))
    closure =
      call.contains("{") && !call.contains(/\bassert:\s*[^\s{]/) ? call : nil
  }

  /// Whether the closure asks for such a thing itself. A method of the app's may well add what is there, or
  /// change what is not: "if there is one".
  func mayMake(_ claim: UnmetClaim) -> Bool {
    guard let closure else { return true }
    return switch claim.kind {
    case .changesNothing: closure.contains("?")
    case .adds: closure.contains(/\.(?:append|insert)\b|\+=/)
    }
  }

  /// Whether the closure may take something away.
  var takesAway: Bool { closure?.contains(/\.remove|\.pop|=\s*nil\b/) ?? false }

  /// Whether the closure may access something that the state before a step does not have: an element at
  /// a computed position, or one at a literal position if a list has grown.
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
