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

  /// A cancellation id as a reducer spells it: `CancelID.load`.
  static func spelled(id: Any) -> String {
    let literal = SourceLiteral(id)
    guard literal.isComplete else { return String(dumpingOnOneLine: id) }
    return literal.text.hasPrefix(".") ? TypeName.of(type(of: id)) + literal.text : literal.text
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
