extension ClosureFields {
  /// The path to a field in source, and the closure's comparison of that field.
  package struct Path: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
      case name(String)
      /// The text between an element's brackets, up to the first comma: `0`, `id: 3`, `"a"`.
      case element(String)
      /// The element at a computed location: `index`, `id: $0.selected`.
      case computed(String)
    }

    package enum Comparison: Hashable, Sendable {
      /// Compares the whole value, including its parts: `$0.child = Child()`.
      case whole
      /// Compares a value that is computed from the field, and perhaps from each of its parts: `$0.rows.map(\.title)`.
      case derived
      /// The write or comparison may not happen, because it is in a branch, or in a function whose body is unknown.
      case possible
    }

    package var parts: [Part]
    package var comparison: Comparison
    /// The number of parts before the last `?` of an assignment. If that part is `nil`, the closure
    /// neither assigns nor compares a value.
    package var optionalDepth: Int?

    package init(parts: [Part], comparison: Comparison = .whole) {
      self.parts = parts
      self.comparison = comparison
    }
  }

  /// Whether a closure compares a field.
  package enum Concern: Comparable, Sendable { case none, possible, certain }
}

/// A component of the path to a field. A component of a closure's path can match it.
package enum FieldStep: Hashable {
  case field(String)
  /// The payload of a case, or a part of it that may have a label.
  case payload(String, part: String?)
  /// An element, with the source code between the brackets of its subscript: `0`, `id: 3`.
  case element(String)
  /// The value of an optional.
  case wrapped
}

extension ClosureFields.Path {
  /// How certain it is that the closure would fail if a changed field had kept its old value.
  ///
  /// - Parameters:
  ///   - field: The path to the field.
  ///   - mayHaveChanged: Whether a component may be an added or removed element, if the field is a
  ///     collection.
  package func concern(
    _ field: [FieldStep], mayHaveChanged: ((Part) -> Bool)? = nil
  ) -> ClosureFields.Concern {
    var rest = field[...]
    var parts = parts[...]
    var isInOptional = false
    while let step = rest.first {
      if step == .wrapped {
        isInOptional = true
        rest = rest.dropFirst()
        continue
      }
      guard let part = parts.first else { break }
      switch Self.match(part, step) {
      case .same: parts = parts.dropFirst()
      case .onTheWay: break
      case .unknown: return .possible
      case .other: return .none
      }
      isInOptional = false
      rest = rest.dropFirst()
    }
    let depth = self.parts.count - parts.count
    if let optionalDepth {
      // With the old value, the target of the assignment may not exist.
      if optionalDepth > depth || optionalDepth == depth && !isInOptional && rest.isEmpty {
        return .none
      }
    }
    if comparison == .possible { return .possible }
    // A part of the closure's value has changed.
    if !rest.isEmpty {
      return comparison == .whole ? .certain : .possible
    }
    // The closure's value is a part of the changed value.
    if let part = parts.first, mayHaveChanged?(part) == false { return .none }
    return .certain
  }

  private enum Match {
    case same
    /// A component that source code doesn't write.
    case onTheWay
    case unknown
    /// Another field, or a property of the collection that contains the element.
    case other
  }

  private static func match(_ part: Part, _ step: FieldStep) -> Match {
    switch (part, step) {
    case (_, .wrapped): .onTheWay
    case (.name(let name), .field(let label)): name == label ? .same : .other
    case (.name(let name), .payload(let caseName, let label)):
      name == caseName || name == label ? .same : .onTheWay
    case (.name("first"), .element), (.name("last"), .element): .same
    case (.name(let name), .element): aspects.contains(name) ? .other : .unknown
    case (.element(let place), .element(let other)): place == other ? .same : .other
    case (.computed, .element): .same
    case (.computed(let place), .payload) where place.hasPrefix("case:"): .same
    case (.element, .payload), (.computed, .payload): .onTheWay
    case (.element, .field), (.computed, .field): .unknown
    }
  }

  /// Properties of a collection that don't depend on its elements' values.
  private static let aspects: Set = [
    "count", "isEmpty", "ids", "keys", "indices", "startIndex", "endIndex", "capacity",
  ]
}
