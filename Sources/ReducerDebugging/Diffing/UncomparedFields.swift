import Core

/// The fields of a value that no comparison reaches, as declarations: `rows[].onTap: () -> Void`. These are functions,
/// and values without visible parts.
///
/// - Complexity: O(*n*), where *n* is the number of parts without `==`; it ends after 10,000 of them.
package func uncomparedFields(of root: Any) -> [String] {
  var fields: [String] = []
  visitParts(of: root, at: "", atMost: 10_000, elements: 1_000, appending: fieldName) {
    name, value, structure in
    if equatableResult(value, value) != nil { return .skips }
    switch structure {
    case .opaque:
      let type = TypeName.of(type(of: value)).replacing("-> ()", with: "-> Void")
      let field = name.isEmpty ? type : "\(name): \(type)"
      if !fields.contains(field) { fields.append(field) }
    case .composite(let whole) where whole.object != nil && !(value is any Error): return .skips
    case .composite, .absent, .present, .list, .keyed, .type: break
    }
    return .enters
  }
  return fields
}

/// The name of a nested part. Elements share one name, independent of their IDs.
private func fieldName(_ outer: String, _ step: PartStep) -> String {
  switch step {
  case .wrapped: return outer
  case .element, .entry, .memberOfSet: return outer + "[]"
  case .field(let field, let offset, let whole):
    let part = whole.onlyPayload == nil ? field.name(at: offset) : ""
    return [outer, whole.caseName ?? "", part].filter { !$0.isEmpty }.joined(separator: ".")
  }
}
