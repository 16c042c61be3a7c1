import Core

// How messages show the collections of Core, and the ids that tests write as literals.

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
