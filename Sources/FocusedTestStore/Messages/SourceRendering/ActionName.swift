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
    description = isAbbreviated ? SourceRendering.brief(action) : full
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
