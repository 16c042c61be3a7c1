import Core

/// The statements that assert what happened, as source that compiles when pasted into a test.
enum AssertionCode {
  /// The statements of an assert closure that turn one state into another.
  static func statements<State>(from before: State, to after: State) -> [String] {
    statements(for: FieldChanges.between(before, after))
  }

  static func statements(for changes: [FieldChange]) -> [String] {
    SourceLiteral.assignments(for: changes).map(compilable)
  }

  static func send<Action>(_ action: Action, assigning assignments: [String]) -> [String] {
    let literal = SourceLiteral.text(action)
    let argument = isComplete(literal) ? literal : "/* the same action */"
    return call("send", argument, assigning: assignments)
  }

  static func receive<Action>(_ action: Action, assigning assignments: [String]) -> [String] {
    call("receive", argument(for: action), assigning: assignments)
  }

  private static func call(
    _ method: String, _ argument: String, assigning assignments: [String]
  ) -> [String] {
    let call = "await store.\(method)(\(argument))"
    guard assignments.contains(where: { !$0.hasPrefix("//") }) else { return [call] + assignments }
    return ["\(call) {"] + assignments.flatMap(lines).map { "  \($0)" } + ["}"]
  }

  /// The action itself, or its case where the action cannot be compared or spelled.
  private static func argument<Action>(for action: Action) -> String {
    let literal = SourceLiteral.text(action)
    if Action.self is any Equatable.Type, isComplete(literal) { return literal }
    return caseArgument(for: action) ?? "/* \(ActionName(action)) */"
  }

  private static func caseArgument(for action: Any) -> String? {
    var embed: (String) -> String = { $0 }
    var value = action
    for _ in 0..<16 {
      guard case .choice(let choice) = Shape(of: value) else { break }
      let outer = embed
      let name = choice.caseName
      switch choice.payload.count {
      case 0: return "case: { (_: Void) in \(outer(".\(name)")) }"
      case 1 where choice.hasSinglePayload:
        embed = { outer(".\(name)(\($0))") }
        value = choice.payload[0].value
        if case .choice = Shape(of: value) { continue }
      default:
        let payload = choice.payload.enumerated().map { offset, part in
          "\(part.label.map { "\($0): " } ?? "")$\(offset)"
        }
        return "case: { \(outer(".\(name)(\(payload.joined(separator: ", ")))")) }"
      }
      break
    }
    let pattern = embed("$0")
    guard pattern != "$0" else { return nil }
    let literal = SourceLiteral.text(value)
    // The payload of a case that takes any error is not comparable, whatever the error.
    let isComparable = value is any Equatable && !(value is any Error) && isComplete(literal)
    return "case: { \(pattern) }\(isComparable ? ", \(literal)" : "")"
  }

  /// A statement with a value that has no literal must not be compiled; it says what is missing.
  private static func compilable(_ statement: String) -> String {
    guard !isComplete(statement) else { return statement }
    if statement.utf8.count > lengthLimit, let end = statement.firstRange(of: " = ") {
      return "// \(statement[..<end.lowerBound]) = … (too long to be shown)"
    }
    return lines(statement).map { "// \($0)" }.joined(separator: "\n")
  }

  private static func isComplete(_ literal: String) -> Bool {
    !literal.contains("/* no literal") && literal.utf8.count <= lengthLimit
  }

  /// Nobody pastes a longer literal, and messages cut longer lines.
  private static let lengthLimit = 380

  private static func lines(_ statement: String) -> [String] {
    statement.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
