import Core

// The representations of Core's types in messages.

extension StackElementID: PlainValue {}

extension BindingAction: PlainValue {
  package var dumpText: String { text(ofValue: String(dumpingOnOneLine: value)) }

  package var literal: String? {
    let literal = SourceLiteral(value)
    return literal.isComplete ? text(ofValue: literal.text) : nil
  }

  private func text(ofValue value: String) -> String { ".set(\(fieldName), \(value))" }
}

extension TextState: DumpRepresentable {
  /// The text before translation.
  public var dumpValue: Any { description }
}

// The source code that creates values of Core's types.

extension StackState: SourceRenderable {
  /// A new stack numbers its elements in order, so no source code can create a stack whose IDs have gaps.
  func source(rendering render: (Any) -> String) -> String? {
    let first = ids.first?.generation ?? 0
    guard ids.map(\.generation) == Array(first..<(first + count)) else { return nil }
    return isEmpty ? "[]" : "StackState(\(render(Array(self))))"
  }
}

extension TextState: SourceRenderable {
  func source(rendering render: (Any) -> String) -> String? {
    "TextState(\(isVerbatim ? "verbatim: " : "")\(render(description)))"
  }
}

extension ButtonState: SourceRenderable {
  func source(rendering render: (Any) -> String) -> String? {
    // An optional, so that a case named `none` does not read as `nil`.
    let arguments = [
      role.map { "role: \(render($0))" },
      action.map { "action: \(render(Action?.some($0) as Any))" },
    ]
    .compactMap(\.self)
    return "ButtonState\(arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")"
      + closure(of: [render(label)])
  }
}

extension AlertState: SourceRenderable {
  func source(rendering render: (Any) -> String) -> String? {
    "AlertState" + closures(title: title, buttons: buttons, message: message, render)
  }
}

extension ConfirmationDialogState: SourceRenderable {
  func source(rendering render: (Any) -> String) -> String? {
    let visibility =
      titleVisibility == .automatic ? "" : "(titleVisibility: \(render(titleVisibility)))"
    return "ConfirmationDialogState" + visibility
      + closures(title: title, buttons: buttons, message: message, render)
  }
}

/// The trailing closures of a dialog.
private func closures(
  title: TextState, buttons: [Any], message: TextState?, _ render: (Any) -> String
) -> String {
  closure(of: [render(title)])
    + (buttons.isEmpty ? "" : " actions:" + closure(of: buttons.map(render)))
    + (message.map { " message:" + closure(of: [render($0)]) } ?? "")
}

/// A closure of a result builder, with each expression on separate lines.
private func closure(of expressions: [String]) -> String {
  let lines = expressions.map { "  " + $0.replacing("\n", with: "\n  ") }
  return ([" {"] + lines + ["}"]).joined(separator: "\n")
}
