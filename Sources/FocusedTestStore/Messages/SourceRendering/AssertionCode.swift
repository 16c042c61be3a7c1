import Core

/// The statements that assert an action and its changes, as source code that compiles when pasted into a test.
package enum AssertionCode {
  /// How the tests of another library name the case of an action. `nil` as a closure, for this package's `Core`.
  package typealias CaseNaming = (Any) -> ForeignCasePath?

  /// The call that sends or receives an action, with a closure if a field changed.
  ///
  /// - Parameters:
  ///   - store: The name in the test of the store, or of the scoped store that handles this action.
  ///   - naming: How tests name the case of a received action.
  package static func call<Action>(
    _ action: Action, isSent: Bool, on store: String = "store",
    naming: CaseNaming? = nil, assigning statements: [Statement] = []
  ) -> [String] {
    let lines = statements.flatMap(\.lines)
    let closure = statements.allSatisfy(\.isComment) ? nil : lines.map { "  \($0)" } + ["}"]
    if let argument = argument(for: action, isSent: isSent, naming: naming) {
      let call = "await \(store).\(isSent ? "send" : "receive")(\(argument))"
      return closure.map { ["\(call) {"] + $0 } ?? [call] + lines
    }
    let name = "// await \(store).\(isSent ? "send" : "receive")(\(FailureMessages.name(action)))"
    return [name] + lines.map { $0.hasPrefix("//") ? $0 : "// \($0)" }
  }

  /// The action itself, or the case of a received one if the action can't be compared or has no literal.
  package static func argument<Action>(
    for action: Action, isSent: Bool, naming: CaseNaming? = nil
  ) -> String? {
    let literal = SourceLiteral(action)
    if literal.isPasteable, isSent || Action.self is any Equatable.Type { return literal.text }
    return isSent ? nil : caseArgument(for: action, naming: naming)
  }

  /// The innermost case of an action, wrapped in its enclosing cases:
  /// `case: { .row(id: 3, action: .renamed($0)) }, "a"`.
  package static func caseArgument(
    for action: Any, withValue: Bool = true, naming: CaseNaming? = nil
  ) -> String? {
    let keyPath = naming?(action).flatMap { path in path.code.map { ($0, path.payload) } }
    let closure = { pattern(of: action).map { ("case: { \($0.text) }", $0.value) } }
    guard let (name, value) = keyPath ?? closure() else { return nil }
    guard withValue, let value else { return name }
    let literal = SourceLiteral(value)
    // The payload of a case that takes any error isn't comparable, even if the actual error is.
    let isComparable = value is any Equatable && !(value is any Error) && literal.isPasteable
    return isComparable ? "\(name), \(literal.text)" : name
  }

  /// - Returns: The pattern, and the value that its only `$0` replaces.
  private static func pattern(of value: Any, depth: Int = 0) -> (text: String, value: Any?)? {
    guard depth < 16, let choice = ShownValue(of: value).composite, choice.caseName != nil
    else { return nil }
    let fields = choice.fields
    func rendered(_ payload: (Int) -> String) -> String {
      let payloads = fields.indices.map { index in
        (fields[index].label.map { "\($0): " } ?? "") + payload(index)
      }
      let name = ".\(choice.caseName ?? "")"
      return payloads.isEmpty ? name : "\(name)(\(payloads.joined(separator: ", ")))"
    }
    // The one payload that consists of cases, if the other payloads have literals.
    let labeled = fields.indices.filter { fields[$0].label == "action" }
    let inner = (labeled.isEmpty ? Array(fields.indices) : labeled)
      .filter { ShownValue(of: fields[$0].value).composite?.caseName != nil }
    let others = fields.indices.filter { $0 != inner.first }.map { SourceLiteral(fields[$0].value) }
    if inner.count == 1, others.allSatisfy({ $0.isPasteable && !$0.text.contains("\n") }),
      let found = pattern(of: fields[inner[0]].value, depth: depth + 1)
    {
      let text = rendered { $0 == inner[0] ? found.text : SourceLiteral(fields[$0].value).text }
      return (text, found.value)
    }
    return (rendered { "$\($0)" }, choice.onlyPayload)
  }
}
