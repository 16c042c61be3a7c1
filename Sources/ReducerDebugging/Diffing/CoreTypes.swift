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
