import Core

/// The fields of a value that no comparison reaches: functions, and values without visible parts.
package struct UncomparedFields {
  /// The fields as a reader declares them: `onClose: () -> Void`, `rows[].onTap: () -> Void`.
  package private(set) var names: [String] = []
  /// Whether the value has nothing but such fields.
  package private(set) var areAll: Bool

  /// - Complexity: O(*n*), where *n* is the number of parts without `==`; it ends after 10,000 of them.
  package init(of root: Any) {
    areAll = false
    var isAnyCompared = false
    var parts: [(name: String, value: Any)] = [("", root)]
    for _ in 0..<10_000 {
      guard let (name, value) = parts.popLast() else { break }
      guard equatableResult(value, value) == nil else {
        isAnyCompared = true
        continue
      }
      switch ValueStructure(of: value) {
      case .opaque:
        note(name, value)
      case .composite(let whole):
        isAnyCompared = isAnyCompared || whole.caseName != nil || whole.object != nil
        if whole.object != nil, !(value is any Error) { continue }
        for (offset, field) in whole.fields.enumerated().reversed() {
          let part = whole.onlyPayload == nil ? field.name(at: offset) : nil
          let names = [name, whole.caseName ?? "", part ?? ""].filter { !$0.isEmpty }
          parts.append((names.joined(separator: "."), field.value))
        }
      case .present(let wrapped):
        isAnyCompared = true
        parts.append((name, wrapped))
      case .list(let list):
        isAnyCompared = true
        for offset in 0..<min(list.elementCount, 1_000) {
          parts.append((name + "[]", list.element(at: offset)))
        }
      case .keyed(let elements):
        isAnyCompared = true
        for (_, value) in elements.boxedValues.sortedByKey.prefix(1_000) {
          parts.append((name + "[]", value))
        }
      case .absent, .type:
        isAnyCompared = true
      }
    }
    areAll = !isAnyCompared && !names.isEmpty
  }

  private mutating func note(_ name: String, _ value: Any) {
    let type = TypeName.of(type(of: value)).replacing("-> ()", with: "-> Void")
    let text = name.isEmpty ? type : "\(name): \(type)"
    if !names.contains(text) { names.append(text) }
  }
}
