import Core

/// The name of an action in messages: its case and, if that stays short, its payload.
struct ActionName: CustomStringConvertible {
  let description: String
  /// Whether the payload was too long to be shown.
  let isAbbreviated: Bool

  private static let widthLimit = 100

  init<Action>(_ action: Action) {
    let literal = SourceLiteral(action)
    let compact = literal.isComplete ? literal.text : Self.compactDump(of: action)
    let isShort = compact.count <= Self.widthLimit && !compact.contains(where: \.isNewline)
    description = isShort ? compact : Self.abbreviated(action)
    isAbbreviated = !isShort
  }

  /// A dump on one line.
  private static func compactDump(of value: Any) -> String {
    ValueDump.lines(of: value)
      .map { String($0.drop { $0 == " " }) }
      .reduce("") { text, line in
        let isTight =
          text.isEmpty || text.hasSuffix("(") || text.hasSuffix("[") || line.hasPrefix(")")
          || line.hasPrefix("]")
        return text + (isTight ? "" : " ") + line
      }
  }

  /// The cases and, for the action of an element, its id. An inner action in full where that is short.
  private static func abbreviated(_ action: Any, depth: Int = 0) -> String {
    guard case .composite(let choice) = Shape(of: action), let name = choice.caseName else {
      return "\(TypeName.of(type(of: action)))(…)"
    }
    func brief(_ action: Any) -> String {
      guard depth < 16 else { return "…" }
      let literal = SourceLiteral(action)
      let isShort = literal.isComplete && literal.text.count <= 50
      return isShort && !literal.text.contains(where: \.isNewline)
        ? literal.text : abbreviated(action, depth: depth + 1)
    }
    if let payload = choice.onlyPayload, !caseNames(of: payload).isEmpty {
      return ".\(name)(\(brief(payload)))"
    }
    guard choice.fields.map(\.label) == ["id", "action"] else { return ".\(name)(…)" }
    let id = String(dumpingOnOneLine: choice.fields[0].value)
    return ".\(name)(id: \(id.count > 50 ? "…" : id), action: \(brief(choice.fields[1].value)))"
  }

  /// Cases from the outside in, as code: `.child(.loaded)`.
  static func spelled(cases: some BidirectionalCollection<String>, payload: String = "") -> String?
  {
    guard let last = cases.last else { return nil }
    var name = ".\(last)\(payload)"
    for outer in cases.dropLast().reversed() { name = ".\(outer)(\(name))" }
    return name
  }

  /// The cases that an action is made of, from the outside in: `child`, `loaded`.
  static func caseNames(of action: Any) -> [String] {
    var names: [String] = []
    var value = action
    while names.count < 16, case .composite(let choice) = Shape(of: value),
      let name = choice.caseName
    {
      names.append(name)
      guard let payload = choice.onlyPayload else { break }
      value = payload
    }
    return names
  }
}

extension FailureMessages {
  static func name<Action>(_ action: Action) -> String { ActionName(action).description }

  /// - Parameter values: Values that may contain the payload of a case.
  static func name<Action>(
    _ expectation: ActionExpectation<Action>, amongPayloadsOf values: [Any]
  ) -> String {
    switch expectation.kind {
    case .action(let action): name(action)
    case .anyOf(let caseName, let payload):
      caseName(values) ?? "an action with a payload of type \(TypeName.of(payload))"
    case .condition: "an action that meets the condition"
    }
  }

  /// A cancellation id as a reducer spells it: `CancelID.load`.
  static func name(ofID id: Any) -> String {
    let literal = SourceLiteral(id)
    guard literal.isComplete else { return String(dumpingOnOneLine: id) }
    return literal.text.hasPrefix(".") ? TypeName.of(type(of: id)) + literal.text : literal.text
  }

  /// How many actions a message lists.
  static var listLimit: Int { 12 }

  static func list<Action>(_ actions: [Action]) -> [String] {
    collapsed(actions.prefix(listLimit).map { "  \(name($0))" }, of: actions.count)
  }

  /// Lines for the first of many items, and how many there are beyond.
  static func collapsed(_ lines: [String], of count: Int) -> [String] {
    count > lines.count ? lines + ["  … and \(grouped(count - lines.count)) more"] : lines
  }

  /// Lines that belong under a heading.
  static func indented(_ text: String, atMost limit: Int = 20) -> [String] {
    MessageBuilder.cut(text.lines.map { "  \($0)" }, to: limit)
  }
}
