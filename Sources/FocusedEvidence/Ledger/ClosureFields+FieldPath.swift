import FocusedTestStore
import ReducerDebugging
import SourceReading

extension FieldPath.Component {
  var step: FieldStep {
    switch self {
    case .field(let name): .field(name)
    case .payload(let name, let part): .payload(name, part: part)
    case .index, .id, .key: .element(place)
    case .wrapped: .wrapped
    }
  }

  /// The source code between the brackets of an element's subscript: `0`, `id: 3`.
  var place: String { String(description.dropFirst().dropLast()) }
}

extension ClosureFields {
  /// How certain it is that the closure would fail if a changed field had kept its old value.
  ///
  /// - Parameter elements: The added and removed elements, if the field is a collection.
  package func concern(_ field: FieldPath, elements: ChangedElements? = nil) -> Concern {
    if paths.isEmpty { return .none }
    // Describing an element takes longer than comparing the names of fields.
    let steps = field.components.map(\.step)
    return paths.lazy.map { path in
      path.concern(steps, mayHaveChanged: elements.map { elements in elements.include })
    }.max() ?? .none
  }

  /// The same fields, as fields of the value that contains the closure's state at a path. If the path is unknown, each
  /// field matches.
  func inside(_ field: FieldPath?) -> ClosureFields {
    guard let field else {
      return ClosureFields(paths: [], isComplete: paths.isEmpty && isComplete)
    }
    let prefix = field.components.compactMap(Path.Part.init)
    var paths = paths.map { path in
      var path = path
      path.parts = prefix + path.parts
      path.optionalDepth = path.optionalDepth.map { $0 + prefix.count }
      return path
    }
    // A closure that can't be read to its end still asserts only the scoped state.
    if !isComplete { paths.append(Path(parts: prefix, comparison: .possible)) }
    return ClosureFields(paths: paths, isComplete: true)
  }
}

extension ClosureFields.Path.Part {
  /// A path component in source code, or `nil` for the value of an optional.
  fileprivate init?(_ component: FieldPath.Component) {
    switch component.step {
    case .wrapped: return nil
    case .field(let name): self = .name(name)
    case .payload(let name, let part): self = .name(part ?? name)
    case .element(let place): self = .element(place)
    }
  }
}
