/// The function from an element of an identified array to its ID.
///
/// Not a closure: a `@Sendable` one cannot capture the type of an element in general, and any other
/// would keep the array from being `Sendable`.
enum ElementIdentity<ID, Element>: Sendable {
  case property(any KeyPath<Element, ID> & Sendable)
  /// The `id` of an `Identifiable` element, which costs a fraction of a key path to read.
  case identifiable(any IdentityWitness<ID, Element>.Type)

  func callAsFunction(_ element: Element) -> ID {
    switch self {
    case .property(let keyPath): element[keyPath: keyPath]
    case .identifiable(let witness): witness.id(of: element)
    }
  }

  /// The IDs of many elements, without one dynamic lookup per element.
  func ids(of elements: [Element]) -> [ID] {
    switch self {
    case .property(let keyPath): elements.map { $0[keyPath: keyPath] }
    case .identifiable(let witness): witness.ids(of: elements)
    }
  }
}

/// Proof that elements are `Identifiable`. It is a type, and so needs no storage.
protocol IdentityWitness<ID, Element>: SendableMetatype {
  associatedtype ID
  associatedtype Element
  static func id(of element: Element) -> ID
  static func ids(of elements: [Element]) -> [ID]
}

enum IdentifiableWitness<Element: Identifiable>: IdentityWitness {
  static func id(of element: Element) -> Element.ID { element.id }
  static func ids(of elements: [Element]) -> [Element.ID] { elements.map { $0.id } }
}
