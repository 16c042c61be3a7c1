import Core

// How messages show the small values of Core, as code spells them.

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
