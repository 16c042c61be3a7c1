import Core

/// The statements that assert what happened, as source that compiles when pasted into a test.
package enum AssertionCode {
  /// A line of an assert closure, or several; or a comment in the place of what cannot be compiled.
  package struct Statement {
    private(set) var text: String
    private(set) var isComment: Bool
    /// The types that it makes values of.
    let records: [Any.Type]
    /// What to write instead of a comment if there is a computed property of this name.
    let guess: (code: String, property: String)?

    fileprivate init(_ assignment: Assignment) {
      let (target, value) = (assignment.target, assignment.value)
      isComment = !assignment.isPossible || !value.isPasteable
      guess = assignment.hidden.flatMap {
        value.isPasteable ? ("\(target) = \(value.text)", "\($0)") : nil
      }
      records = isComment && guess == nil ? [] : value.records
      if !assignment.isPossible {
        text = "// \(target) = … (cannot be assigned)"
      } else if value.isPasteable {
        text = "\(target) = \(value.text)"
      } else {
        let shown = value.isShort ? value.text : "… (too long to be shown)"
        text = "// \(target) = \(shown.replacing("\n", with: "\n// "))"
      }
    }

    var lines: [String] { text.lines.map(String.init) }

    /// The statement, or else the guess.
    var withGuess: Statement {
      guard let guess else { return self }
      var statement = self
      (statement.text, statement.isComment) = (guess.code, false)
      return statement
    }
  }

  /// The statements of an assert closure that turn one state into another.
  static func statements<State>(from before: State, to after: State) -> [Statement] {
    statements(for: Difference.between(before, after)?.fieldChanges ?? [])
  }

  static func statements(for changes: [FieldChange]) -> [Statement] {
    changes.assignments.map(Statement.init)
  }

  /// The call that sends or receives an action, with a closure if there is anything to assign.
  ///
  /// - Parameter store: What the test calls the store, or the part of it whose action this is.
  static func call<Action>(
    _ action: Action, isSent: Bool, on store: String = "store",
    assigning statements: [Statement] = []
  ) -> [String] {
    let call =
      isSent
      ? "await \(store).send(\(sentArgument(for: action)))"
      : "await \(store).receive(\(argument(for: action)))"
    let lines = statements.flatMap(\.lines)
    return statements.allSatisfy(\.isComment)
      ? [call] + lines : ["\(call) {"] + lines.map { "  \($0)" } + ["}"]
  }

  /// The call that fails if an action of this case comes.
  static func assertNotReceived<Action>(_ action: Action) -> String {
    "await store.assertNotReceived(\(caseArgument(for: action) ?? argument(for: action)))"
  }

  private static func sentArgument<Action>(for action: Action) -> String {
    let literal = SourceLiteral(action)
    return literal.isPasteable ? literal.text : "/* the same action */"
  }

  /// The action itself, or its case if the action cannot be compared or spelled.
  private static func argument<Action>(for action: Action) -> String {
    let literal = SourceLiteral(action)
    if Action.self is any Equatable.Type, literal.isPasteable { return literal.text }
    return caseArgument(for: action) ?? "/* \(ActionName(action)) */"
  }

  /// The arguments by which a `receive` expects an action, the one that says the most first.
  static func expectations<Action>(of action: Action) -> [String] {
    let whole = argument(for: action)
    let isCode = !whole.hasPrefix("/*") && !whole.contains("\n") && whole.count <= widthLimit
    let pattern = caseArgument(for: action, withValue: false)
    return (isCode ? [whole] : []) + [pattern].compactMap { $0 == whole ? nil : $0 }
  }

  /// A longer action is expected by its case alone.
  private static var widthLimit: Int { 100 }

  private static func caseArgument(for action: Any, withValue: Bool = true) -> String? {
    let cases = ValueStructure.cases(of: action) { $0.onlyPayload }
    let parts = cases.last?.fields.enumerated().map { offset, part in
      "\(part.label.map { "\($0): " } ?? "")$\(offset)"
    }
    guard let last = cases.last, let parts,
      let pattern = ActionName.spelled(
        cases: cases.compactMap(\.caseName),
        payload: parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))")
    else { return nil }
    guard withValue, let value = last.onlyPayload else { return "case: { \(pattern) }" }
    let literal = SourceLiteral(value)
    // The payload of a case that takes any error is not comparable, whatever the error.
    let isComparable = value is any Equatable && !(value is any Error) && literal.isPasteable
    return "case: { \(pattern) }\(isComparable ? ", \(literal.text)" : "")"
  }
}
