import Core
import SourceReading

/// The source of an assert closure, as far as it can be read.
///
/// A closure with `$0.rows[0].title = "A"` for a row that the step added would trap on the state before
/// the step. Only its source shows that.
struct ClosureSource {
  /// `nil` if the closure does not stand in the call, or the source is not available.
  private let closure: ClosureAccesses?

  init(at callSite: CallSite) {
    let source = SourceFiles.source(at: callSite)
    closure = source.call(at: callSite)?.closure.map { ClosureAccesses($0, in: source) }
  }

  /// Whether the closure asks for such a thing itself. A method of the app's may well add what is there, or
  /// change what is not: "if there is one".
  func mayMake(_ claim: UnmetClaim) -> Bool {
    guard let closure else { return true }
    return switch claim.kind {
    case .changesNothing: closure.asksForOptionals
    case .adds: closure.adds
    }
  }

  /// Whether the closure may take something away.
  var takesAway: Bool { closure?.takesAway ?? false }

  /// Whether the closure may access something that the state before a step does not have: an element at
  /// a computed position, or one at a literal position if a list has grown.
  func reachesBeyond<State>(_ before: State, after: State) -> Bool {
    guard let closure else { return false }
    if closure.computesPlaces { return true }
    guard closure.namesPositions else { return false }
    let changes = Difference.between(before, after)?.fieldChanges ?? []
    return changes.contains { change in
      guard case (.list(let old), .list(let new)) = (Shape(of: change.old), Shape(of: change.new))
      else { return false }
      return old.elementCount < new.elementCount
    }
  }
}
