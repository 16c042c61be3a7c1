import Core

/// What the source says of a part of a store where the test calls `scope`.
struct PartSource {
  /// The variable that holds the part: `login` in `let login = store.scope(…)`.
  let variable: String?
  /// What the test calls the store.
  let store: String
  /// What stands in the braces of `action: { .login($0) }`.
  let action: String?
  /// The names in the argument `state`, which tell parts with equal values apart.
  let fields: [String]
  private let lines: [Substring]
  private let callSite: CallSite
  private let firstLine: Int

  /// - Parameter outer: The part that it is a part of.
  init(at callSite: CallSite, in outer: PartSource?) {
    self.callSite = callSite
    lines = SourceStatement.lines(ofFileAt: callSite)
    let opening = SourceStatement.opening(of: callSite, in: lines)
    let text = opening?.text ?? ""
    firstLine = opening?.line ?? 0
    variable =
      (text.firstMatch(of: /\b(?:let|var)\s+(\w+)\b[^=({]*[={]/)
      ?? text.firstMatch(of: /^\s*(?:self\.)?(\w+)\s*=\s/))
      .map { String($0.1) }
    store = outer?.store ?? opening?.receiver ?? "store"
    let statement = SourceStatement.text(at: callSite, in: lines)
      .utf8.dropFirst(max(0, Int(callSite.column) - 1))
    let arguments = String(Substring(statement))
    action = arguments.firstMatch(of: /\baction:\s*\{\s*(\.[^{}]*\$0[^{}]*?)\s*\}/)
      .map { String($0.1) }
    let state = arguments.prefixMatch(of: /\(\s*state:(.*?)\baction:/.dotMatchesNewlines())?.1 ?? ""
    fields = state.matches(of: /\.(\w+)/).map { String($0.1) }
  }

  /// Whether a later line of the same file can name the variable: no line in between stands further to
  /// the left.
  func isVisible(at other: CallSite) -> Bool {
    guard variable != nil, other.filePath.description == callSite.filePath.description,
      other.line > callSite.line, Int(other.line) <= lines.count
    else { return false }
    let indentation = lines[firstLine].prefix { $0 == " " || $0 == "\t" }.count
    return lines[firstLine..<Int(other.line)].allSatisfy { line in
      let margin = line.prefix { $0 == " " || $0 == "\t" }
      return margin.count == line.count || margin.count >= indentation
    }
  }

  /// What a call on the part is made on.
  func receiver(at call: CallSite) -> String {
    let lines = SourceStatement.lines(ofFileAt: call)
    return SourceStatement.opening(of: call, in: lines)?.receiver ?? variable ?? "part"
  }
}
