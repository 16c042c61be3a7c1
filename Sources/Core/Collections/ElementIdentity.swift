/// How an identified array learns the id of an element.
///
/// A closure would do, but one that is `@Sendable` cannot capture an element's type in general, and
/// one that is not keeps the array from being `Sendable`.
enum ElementIdentity<ID, Element>: Sendable {
  case property(any KeyPath<Element, ID> & Sendable)
  /// The elements are `Identifiable`; reading that directly costs a fraction of a key path.
  case identifiable(any IdentityWitness<ID, Element>.Type)

  func callAsFunction(_ element: Element) -> ID {
    switch self {
    case .property(let keyPath): element[keyPath: keyPath]
    case .identifiable(let witness): witness.id(of: element)
    }
  }
}

/// Proof that elements are `Identifiable`, as a type, so that it needs no storage.
protocol IdentityWitness<ID, Element>: SendableMetatype {
  associatedtype ID
  associatedtype Element
  static func id(of element: Element) -> ID
}

enum IdentifiableWitness<Element: Identifiable>: IdentityWitness {
  static func id(of element: Element) -> Element.ID { element.id }
}
