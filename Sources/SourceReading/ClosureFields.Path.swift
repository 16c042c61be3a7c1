import ReducerDebugging

extension ClosureFields {
  /// The way to a field as source spells it, and how a closure compares what is at its end.
  package struct Path: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
      case name(String)
      /// What stands between brackets, up to the first comma: `0`, `id: 3`, `"a"`.
      case element(String)
    }

    package enum Comparison: Hashable, Sendable {
      /// The value itself with another one, and so each of its parts: `$0.child = Child()`.
      case whole
      /// Something that is made of the value, and perhaps of each of its parts: `$0.rows.map(\.title)`.
      case derived
      /// Something about the value and not about its parts, such as whether it is `nil`.
      case aspect
      /// Perhaps: in a branch that need not be taken, or in a function of which only the name is known.
      case possible
    }

    package var parts: [Part]
    package var comparison: Comparison
    /// How many parts stand before the last `?` of an assignment: if that finds `nil`, nothing is assigned,
    /// and nothing compared.
    package var optionalDepth: Int?
    /// Whether it stands in a loop, whose body runs for what there is.
    package var isInLoop = false

    package init(parts: [Part], comparison: Comparison = .whole) {
      self.parts = parts
      self.comparison = comparison
    }
  }
}

extension ClosureFields.Path.Part {
  /// A component of a path as source spells it; `nil` for the value of an optional.
  init?(_ component: FieldPath.Component) {
    switch component {
    case .wrapped: return nil
    case .field(let name): self = .name(name)
    case .payload(let name, let part): self = .name(part ?? name)
    case .index, .id, .key: self = .element(String(component.description.dropFirst().dropLast()))
    }
  }
}

extension ClosureFields.Path {
  /// Whether the closure fails if a field that changed had kept its old value: surely, perhaps, or not.
  ///
  /// - Parameter elements: The elements that came and went, if the field is a collection.
  package func concern(
    _ field: FieldPath, elements: ChangedElements? = nil
  ) -> ClosureFields.Concern {
    var rest = field.components[...]
    var parts = parts[...]
    var isInOptional = false
    while let component = rest.first {
      if component == .wrapped {
        isInOptional = true
        rest = rest.dropFirst()
        continue
      }
      guard let part = parts.first else { break }
      switch Self.step(part, to: component) {
      case .same: parts = parts.dropFirst()
      case .onTheWay: break
      case .aspectOfHolder: return .none
      case .unknown: return .possible
      case .other: return .none
      }
      isInOptional = false
      rest = rest.dropFirst()
    }
    let depth = self.parts.count - parts.count
    if let optionalDepth {
      // With the old value, there may be nothing to assign to.
      if optionalDepth > depth || optionalDepth == depth && !isInOptional && rest.isEmpty {
        return .none
      }
    }
    if comparison == .possible { return .possible }
    // A part of the closure's value has changed.
    if !rest.isEmpty {
      return switch comparison {
      case .whole: .certain
      case .derived, .possible: .possible
      case .aspect: .none
      }
    }
    // The closure's value is a part of what has changed.
    if let part = parts.first {
      if isInLoop || elements?.include(part) == false { return .none }
    }
    return .certain
  }

  private enum Step {
    case same
    /// A component that source does not spell.
    case onTheWay
    /// Something about the collection that holds the element.
    case aspectOfHolder
    case unknown
    case other
  }

  private static func step(_ part: Part, to component: FieldPath.Component) -> Step {
    switch (part, component) {
    case (.name(let name), .field(let label)):
      return name == label ? .same : .other
    case (.name(let name), .payload(let caseName, let label)):
      return name == caseName || name == label ? .same : .onTheWay
    case (.name(let name), .index), (.name(let name), .id), (.name(let name), .key):
      if ["first", "last"].contains(name) { return .same }
      return aspects.contains(name) ? .aspectOfHolder : .unknown
    case (.element(let text), .index), (.element(let text), .id), (.element(let text), .key):
      return canMean(text, component) ? .same : .other
    case (.element, .payload):
      return .onTheWay
    case (.element, .field):
      return .unknown
    case (_, .wrapped):
      return .onTheWay
    }
  }

  /// What a collection says of itself and not of its elements.
  private static let aspects: Set = [
    "count", "isEmpty", "ids", "keys", "indices", "startIndex", "endIndex", "capacity",
  ]

  /// Whether the text in brackets may reach an element: it spells its place, or computes one.
  private static func canMean(_ text: String, _ component: FieldPath.Component) -> Bool {
    !text.isLiteralPlace || component.description == "[\(text)]"
  }
}

extension String {
  /// Whether the text in brackets spells a place, and computes none.
  var isLiteralPlace: Bool { wholeMatch(of: /(?:id:\s*)?(?:-?\d+|"[^"]*")/) != nil }
}

extension ClosureFields {
  /// Whether a closure compares a field.
  package enum Concern: Comparable, Sendable { case none, possible, certain }
}
