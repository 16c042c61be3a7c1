import Foundation

/// A step from a value to one of its parts.
package enum PartStep {
  case wrapped
  case field(ValueStructure.Field, at: Int, of: ValueStructure.Composite)
  case element(at: Int, of: any ArrayBacked)
  /// A value of a dictionary.
  case entry(AnyHashable)
  case memberOfSet
}

/// The continuation of a search after it has visited a part.
package enum PartVisit {
  case enters
  case skips
  case ends
}

/// Visits a value and its parts, the outer ones first.
///
/// - Parameters:
///   - limit: The number of parts after which the search ends. Mirrors can be endless.
///   - elements: The number of elements of each collection to visit.
///   - path: The known path to the value.
///   - append: Returns the path to a part, or `nil` to leave the part out. The default records no paths.
///   - isInspected: Whether a value may be reflected on. Any other value is visited as one without parts.
///   - visit: Visits a part.
/// - Complexity: O(*n*), where *n* is the number of parts, at most `limit`.
package func visitParts<Path>(
  of root: Any, at path: Path, atMost limit: Int, elements: Int = .max,
  appending append: (Path, PartStep) -> Path? = { path, _ in path },
  inspecting isInspected: (Any) -> Bool = { _ in true },
  _ visit: (Path, Any, ValueStructure) -> PartVisit
) {
  var parts = [(path: path, value: root)]
  var next = 0
  while next < parts.count {
    let (path, value) = parts[next]
    next += 1
    func add(_ value: Any, _ step: PartStep) {
      guard parts.count < limit, let path = append(path, step) else { return }
      parts.append((path, value))
    }
    let structure = isInspected(value) ? ValueStructure(of: value) : .opaque
    switch visit(path, value, structure) {
    case .ends: return
    case .skips: continue
    case .enters: structure.forEachPart(atMost: min(elements, limit), add)
    }
  }
}

/// Whether a value may have an object among its parts, except objects in which Foundation stores its values. It may if it
/// has a hundred parts, because the search ends there.
func mayHoldObject(_ value: Any) -> Bool {
  func isPlain<Value>(_: Value) -> Bool {
    _isPOD(Value.self) || Value.self is any ReferenceConvertible.Type
  }
  var rest = 100
  visitParts(of: value, at: (), atMost: rest, inspecting: { !isPlain($0) }) { _, _, structure in
    rest -= 1
    if case .composite(let whole) = structure, whole.object != nil { rest = 0 }
    return rest > 0 ? .enters : .ends
  }
  return rest == 0
}

extension ValueStructure {
  func forEachPart(atMost limit: Int, _ body: (Any, PartStep) -> Void) {
    switch self {
    case .present(let wrapped): body(wrapped, .wrapped)
    case .composite(let whole):
      for (offset, field) in whole.fields.prefix(limit).enumerated() {
        body(field.value, .field(field, at: offset, of: whole))
      }
    case .list(let list):
      for offset in 0..<min(list.elementCount, limit) {
        body(list.element(at: offset), .element(at: offset, of: list))
      }
    case .keyed(let elements):
      let isSet = Swift.type(of: elements).isSet
      for (key, value) in elements.boxedValues.prefix(limit) {
        body(value, isSet ? .memberOfSet : .entry(key))
      }
    case .absent, .type, .opaque: break
    }
  }
}
