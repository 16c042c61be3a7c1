import Core
import SourceReading

/// What the source says of a part of a store where the test calls `scope`.
package struct PartSource {
  /// The variable that holds the part: `login` in `let login = store.scope(…)`.
  let variable: String?
  /// What the test calls the store.
  package let store: String
  /// What stands in the braces of `action: { .login($0) }`.
  let action: String?
  /// The names in the argument `state`, which tell parts with equal values apart.
  let fields: [String]
  private let callSite: CallSite
  /// The tokens of the block that the variable is declared in.
  private let block: Range<Int>

  /// - Parameter outer: The part that it is a part of.
  init(at callSite: CallSite, in outer: PartSource?) {
    self.callSite = callSite
    let source = SourceFiles.source(at: callSite)
    let call = source.call(at: callSite)
    // In `store.scope(…).scope(…)` the variable holds what the last call returns.
    let variable = call.flatMap { call in
      source.text(call.tokens.upperBound) == "."
        ? nil : source.variable(holding: call.tokens.lowerBound)
    }
    self.variable = variable?.name
    block = variable.map { source.block(around: $0.statement.lowerBound) } ?? 0..<0
    store = outer?.store ?? call.flatMap { source.receiver(of: $0) } ?? "store"
    action = call.flatMap { source.value(of: "action", in: $0.arguments) }
      .flatMap(source.casePattern)
    let state = call.flatMap { source.value(of: "state", in: $0.arguments) } ?? 0..<0
    fields = state.filter { source.text($0 - 1) == "." }.map(source.text).filter {
      !$0.hasPrefix("$")
    }
  }

  /// Whether a later line of the same file can name the variable.
  func isVisible(at other: CallSite) -> Bool {
    guard variable != nil, other.filePath.description == callSite.filePath.description,
      other.line > callSite.line
    else { return false }
    return block.contains(SourceFiles.source(at: other).firstToken(fromLine: Int(other.line)))
  }

  /// What a call on the part is made on.
  func receiver(at callSite: CallSite) -> String {
    SourceFiles.receiver(at: callSite) ?? variable ?? "part"
  }
}
