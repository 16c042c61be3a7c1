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

// The source code that creates values of Core's types.

extension StackState: SourceRenderable {
  /// A new stack numbers its elements in order, so no source code can create a stack whose IDs have gaps.
  func source(rendering render: (Any) -> String) -> String? {
    let first = ids.first?.generation ?? 0
    guard ids.map(\.generation) == Array(first..<(first + count)) else { return nil }
    return isEmpty ? "[]" : "StackState(\(render(Array(self))))"
  }
}
