import Core

/// The name of an action in messages: its case and, if that stays short, its payload.
package struct ActionName: CustomStringConvertible {
  package let description: String
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
  ///
  /// - Parameter payload: The payload of the innermost case, in brackets.
  package static func spelled(cases: some BidirectionalCollection<String>, payload: String = "")
    -> String?
  {
    guard let last = cases.last else { return nil }
    var name = ".\(last)\(payload)"
    for outer in cases.dropLast().reversed() { name = ".\(outer)(\(name))" }
    return name
  }

  /// A cancellation id as a reducer spells it: `CancelID.load`.
  package static func spelled(id: Any) -> String {
    let literal = SourceLiteral(id)
    guard literal.isComplete else { return String(dumpingOnOneLine: id) }
    return literal.text.hasPrefix(".") ? TypeName.of(type(of: id)) + literal.text : literal.text
  }

  /// The cases that an action is made of, from the outside in: `child`, `loaded`.
  package static func caseNames(of action: Any) -> [String] {
    ValueStructure.cases(of: action) { $0.onlyPayload }.compactMap(\.caseName)
  }
}

extension ValueStructure {
  /// The cases that a value is made of, from the outside in.
  ///
  /// - Parameter inner: The part of a payload in which to go on, if there is one.
  static func cases(of value: Any, _ inner: (Composite) -> Any?) -> [Composite] {
    var cases: [Composite] = []
    var value: Any? = value
    while cases.count < 16, let current = value, case .composite(let choice) = Shape(of: current),
      choice.caseName != nil
    {
      cases.append(choice)
      value = inner(choice)
    }
    return cases
  }
}
