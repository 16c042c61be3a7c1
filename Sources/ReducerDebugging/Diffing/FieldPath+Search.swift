import Core

extension FieldPath {
  /// The ways to the parts of a value that meet a condition, the shortest first.
  ///
  /// - Complexity: O(*n*), where *n* is the number of parts; it ends after `limit` of them.
  package static func paths(
    in root: Any, atMost limit: Int = 20_000, where isMatch: (Any) -> Bool
  ) -> [FieldPath] {
    var paths: [FieldPath] = []
    visitParts(of: root, at: FieldPath(), atMost: limit, appending: { $0.extended(by: $1) }) {
      path, value, _ in
      if isMatch(value) { paths.append(path) }
      return .enters
    }
    return paths
  }

  /// `nil` for a member of a set, which no path leads to.
  fileprivate func extended(by step: PartStep) -> FieldPath? {
    switch step {
    case .wrapped: appending(.wrapped)
    case .field(let field, let offset, let whole):
      appending(whole.component(of: field, at: offset))
    case .element(let offset, let list): appending(list.component(at: offset))
    case .entry(let key): appending(.key(key))
    case .memberOfSet: nil
    }
  }

  /// The path from a part on, if it leads through the part.
  package func dropping(_ prefix: FieldPath) -> FieldPath? {
    prefix.contains(self)
      ? FieldPath(Array(components.dropFirst(prefix.components.count))) : nil
  }
}
