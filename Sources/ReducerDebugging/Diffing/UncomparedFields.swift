import Core

/// The fields of a value that no comparison reaches: functions, and values without visible parts.
package struct UncomparedFields {
  /// The fields as declarations: `onClose: () -> Void`, `rows[].onTap: () -> Void`.
  package private(set) var names: [String] = []
  /// Whether the value has only such fields.
  package private(set) var areAll = false

  /// - Complexity: O(*n*), where *n* is the number of parts without `==`; it ends after 10,000 of them.
  package init(of root: Any) {
    var isAnyCompared = false
    visitParts(of: root, at: "", atMost: 10_000, elements: 1_000, appending: Self.name) {
      name, value, structure in
      if equatableResult(value, value) != nil {
        isAnyCompared = true
        return .skips
      }
      switch structure {
      case .opaque:
        note(name, value)
      case .composite(let whole):
        isAnyCompared = isAnyCompared || whole.caseName != nil || whole.object != nil
        if whole.object != nil, !(value is any Error) { return .skips }
      case .absent, .present, .list, .keyed, .type:
        isAnyCompared = true
      }
      return .enters
    }
    areAll = !isAnyCompared && !names.isEmpty
  }

  /// The name of a nested part. Elements share one name, independent of their IDs.
  private static func name(_ outer: String, _ step: PartStep) -> String {
    switch step {
    case .wrapped: return outer
    case .element, .entry, .memberOfSet: return outer + "[]"
    case .field(let field, let offset, let whole):
      let part = whole.onlyPayload == nil ? field.name(at: offset) : ""
      return [outer, whole.caseName ?? "", part].filter { !$0.isEmpty }.joined(separator: ".")
    }
  }

  private mutating func note(_ name: String, _ value: Any) {
    let type = TypeName.of(type(of: value)).replacing("-> ()", with: "-> Void")
    let text = name.isEmpty ? type : "\(name): \(type)"
    if !names.contains(text) { names.append(text) }
  }
}
