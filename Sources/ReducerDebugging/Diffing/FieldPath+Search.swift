extension FieldPath {
  /// The ways to the parts of a value that meet a condition, the shortest first.
  ///
  /// - Complexity: O(*n*), where *n* is the number of parts; it ends after `limit` of them.
  package static func paths(
    in root: Any, atMost limit: Int = 20_000, where isMatch: (Any) -> Bool
  ) -> [FieldPath] {
    var parts = [(path: FieldPath(), value: root)]
    var next = 0
    while next < parts.count, parts.count < limit {
      let (path, value) = parts[next]
      next += 1
      switch Shape(of: value) {
      case .present(let wrapped):
        parts.append((path.appending(.wrapped), wrapped))
      case .composite(let whole):
        for (offset, field) in whole.fields.enumerated() {
          parts.append((path.appending(whole.component(of: field, at: offset)), field.value))
        }
      case .list(let list):
        for offset in 0..<min(list.elementCount, limit) {
          parts.append((path.appending(list.component(at: offset)), list.element(at: offset)))
        }
      case .dictionary(let elements) where !type(of: elements).isSet:
        for (key, value) in elements.boxedValues {
          parts.append((path.appending(.key(key)), value))
        }
      default: break
      }
    }
    return parts.filter { isMatch($0.value) }.map(\.path)
  }

  /// The path from a part on, if it leads through the part.
  package func dropping(_ prefix: FieldPath) -> FieldPath? {
    prefix.contains(self)
      ? FieldPath(Array(components.dropFirst(prefix.components.count))) : nil
  }
}
