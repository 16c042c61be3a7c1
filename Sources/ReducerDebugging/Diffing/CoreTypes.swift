import Core

// How messages show the types of Core.

extension StackElementID: PlainValue {
  package var dumpText: String { String(generation) }
  package var literal: String? { dumpText }
}

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

// How a change of them is taken back.

extension IdentifiedArray: ElementReplacing {
  mutating func setElement(_ element: Any, at offset: Int) -> Bool {
    guard let element = element as? Element else { return false }
    self[id: ids[offset]] = element
    return true
  }
}

extension StackState: ElementReplacing {
  mutating func setElement(_ element: Any, at offset: Int) -> Bool {
    guard let element = element as? Element else { return false }
    self[id: ids[offset]] = element
    return true
  }
}

extension PresentationState: WrapperStorage {
  package mutating func setWrappedValue(_ value: Any) -> Bool {
    guard let value = value as? State?, wrappedValue != nil else { return false }
    wrappedValue = value
    return true
  }
}
