import Core

/// The name of an action in messages: its case and, if that stays short, its payload.
package struct ActionName: CustomStringConvertible {
  package let description: String
  /// Whether the payload was too long to be shown.
  let isAbbreviated: Bool

  private static let widthLimit = 100

  init<Action>(_ action: Action) {
    let literal = SourceLiteral(action)
    let full = literal.isComplete ? literal.text : String(dumpingOnOneLine: action)
    isAbbreviated = full.count > Self.widthLimit || full.contains(where: \.isNewline)
    description = isAbbreviated ? Self.abbreviated(action) : full
  }

  /// All cases, with the payloads that are short.
  private static func abbreviated(_ action: Any) -> String {
    let name = abbreviated(action, payloadLimit: 50, depth: 0)
    return name.count <= widthLimit * 2 ? name : abbreviated(action, payloadLimit: 10, depth: 0)
  }

  private static func abbreviated(_ value: Any, payloadLimit: Int, depth: Int) -> String {
    guard depth < 16 else { return "…" }
    let literal = SourceLiteral(value)
    if depth > 0, literal.isComplete, literal.text.count <= payloadLimit,
      !literal.text.contains(where: \.isNewline)
    {
      return literal.text
    }
    let choice: ValueStructure.Composite
    switch ShownValue(of: value).structure {
    case .present(let wrapped)?:
      return abbreviated(wrapped, payloadLimit: payloadLimit, depth: depth + 1)
    case .composite(let composite)? where composite.caseName != nil: choice = composite
    default:
      let dump = String(dumpingOnOneLine: value)
      return depth == 0
        ? "\(TypeName.of(type(of: value)))(…)" : dump.count <= payloadLimit ? dump : "…"
    }
    let payloads = choice.fields.map {
      abbreviated($0.value, payloadLimit: payloadLimit, depth: depth + 1)
    }
    let isShown = payloads.isEmpty || payloads.contains { $0 != "…" }
    return isShown ? rendered(choice, payloads: payloads) : ".\(choice.caseName ?? "")(…)"
  }

  /// A case with the texts of its payloads: `.row(id: 3, action: …)`.
  static func rendered(_ choice: ValueStructure.Composite, payloads: [String]) -> String {
    let labeled = zip(choice.fields, payloads).map { field, text in
      (field.label.map { "\($0): " } ?? "") + text
    }
    let name = ".\(choice.caseName ?? "")"
    return labeled.isEmpty ? name : "\(name)(\(labeled.joined(separator: ", ")))"
  }

  /// A cancellation ID in source code: `CancelID.load`.
  package static func rendered(id: Any) -> String {
    let literal = SourceLiteral(id)
    guard literal.isComplete else { return String(dumpingOnOneLine: id) }
    return literal.text.hasPrefix(".") ? TypeName.of(type(of: id)) + literal.text : literal.text
  }
}
