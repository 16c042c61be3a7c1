import Core

/// The statements that assert what happened, as source that compiles when pasted into a test.
enum AssertionCode {
  /// A line of an assert closure, or several; or a comment in the place of what cannot be compiled.
  struct Statement {
    let text: String
    let isComment: Bool
    /// The types that it makes values of.
    let records: [Any.Type]
    /// What to write instead of a comment if there is a computed property of this name.
    let guess: (code: String, property: String)?

    private init(
      text: String, isComment: Bool, records: [Any.Type], guess: (code: String, property: String)?
    ) {
      (self.text, self.isComment, self.records, self.guess) = (text, isComment, records, guess)
    }

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
      guess.map { Statement(text: $0.code, isComment: false, records: records, guess: $0) } ?? self
    }
  }

  /// The statements of an assert closure that turn one state into another.
  static func statements<State>(from before: State, to after: State) -> [Statement] {
    statements(for: Difference.between(before, after)?.fieldChanges ?? [])
  }

  static func statements(for changes: [FieldChange]) -> [Statement] {
    changes.assignments.map(Statement.init)
  }

  /// - Parameter store: What the test calls the store, or the part of it whose action this is.
  static func send<Action>(
    _ action: Action, by store: String = "store", assigning statements: [Statement]
  ) -> [String] {
    let literal = SourceLiteral(action)
    return call(
      "\(store).send", literal.isPasteable ? literal.text : "/* the same action */", statements)
  }

  static func receive<Action>(
    _ action: Action, by store: String = "store", assigning statements: [Statement]
  ) -> [String] {
    call("\(store).receive", argument(for: action), statements)
  }

  /// The call that fails if an action of this case comes.
  static func assertNotReceived<Action>(_ action: Action) -> String {
    "await store.assertNotReceived(\(caseArgument(for: action) ?? argument(for: action)))"
  }

  private static func call(
    _ method: String, _ argument: String, _ statements: [Statement]
  ) -> [String] {
    let call = "await \(method)(\(argument))"
    let lines = statements.flatMap(\.lines)
    return statements.allSatisfy(\.isComment)
      ? [call] + lines : ["\(call) {"] + lines.map { "  \($0)" } + ["}"]
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
    var embed: (String) -> String = { $0 }
    var value = action
    for _ in 0..<16 {
      guard case .composite(let choice) = Shape(of: value), let name = choice.caseName else {
        break
      }
      let outer = embed
      if choice.fields.isEmpty { return "case: { \(outer(".\(name)")) }" }
      guard let only = choice.onlyPayload else {
        let payload = choice.fields.enumerated().map { offset, part in
          "\(part.label.map { "\($0): " } ?? "")$\(offset)"
        }
        return "case: { \(outer(".\(name)(\(payload.joined(separator: ", ")))")) }"
      }
      embed = { outer(".\(name)(\($0))") }
      value = only
    }
    let pattern = embed("$0")
    guard pattern != "$0" else { return nil }
    guard withValue else { return "case: { \(pattern) }" }
    let literal = SourceLiteral(value)
    // The payload of a case that takes any error is not comparable, whatever the error.
    let isComparable = value is any Equatable && !(value is any Error) && literal.isPasteable
    return "case: { \(pattern) }\(isComparable ? ", \(literal.text)" : "")"
  }
}
