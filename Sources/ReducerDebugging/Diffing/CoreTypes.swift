import Core

// How messages show the types of Core.

extension IdentifiedArray: ArrayBacked {
  package var backingArray: [Element] { elements }
  package static var elementAccess: ElementAccess { .byID }
  package func elementID(at offset: Int) -> AnyHashable? { ids[offset] }
  package func offset(ofID id: AnyHashable) -> Int? {
    (id.base as? ID).flatMap { index(id: $0) }
  }
}

extension StackState: ArrayBacked {
  package var backingArray: [Element] { Array(self) }
  package static var elementAccess: ElementAccess { .byOwnID }
  package func elementID(at offset: Int) -> AnyHashable? { ids[offset] }
  package func offset(ofID id: AnyHashable) -> Int? {
    (id.base as? StackElementID).flatMap { ids.firstIndex(of: $0) }
  }
}

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
