import Core

/// The way from a state to a part of it, which may not be there.
struct PartPath<Root, Value> {
  /// Whether the part is there, as far as a quick look tells; `nil` if it always is.
  let isLikely: ((Root) -> Bool)?
  let find: (Root) -> Value?
  /// Changes the part in place, and returns whether it is there.
  let modify: (inout Root, (inout Value) throws -> Void) throws -> Bool
  /// The reason why the part cannot be found, if its case path cannot be followed.
  let unsupportedReason: () -> String?
}

extension PartPath {
  init(_ keyPath: WritableKeyPath<Root, Value>) {
    self.init(
      isLikely: nil,
      find: { $0[keyPath: keyPath] },
      modify: { root, body in
        try body(&root[keyPath: keyPath])
        return true
      },
      unsupportedReason: { nil })
  }

  init(_ keyPath: WritableKeyPath<Root, Value?>) {
    self.init(
      isLikely: { $0[keyPath: keyPath] != nil },
      find: { $0[keyPath: keyPath] },
      modify: { root, body in
        guard root[keyPath: keyPath] != nil else { return false }
        try body(&root[keyPath: keyPath]!)
        return true
      },
      unsupportedReason: { nil })
  }

  init(_ path: CasePath<Root, Value>) {
    self.init(
      isLikely: path.isLikely,
      find: path.find,
      modify: { root, body in
        guard var value = path.find(in: root) else { return false }
        try body(&value)
        root = path.embed(value)
        return true
      },
      unsupportedReason: { path.unsupportedReason })
  }

  func appending<Inner>(_ inner: PartPath<Value, Inner>) -> PartPath<Root, Inner> {
    PartPath<Root, Inner>(
      isLikely: inner.isLikely.map { isLikely in { find($0).map(isLikely) ?? false } } ?? isLikely,
      find: { find($0).flatMap(inner.find) },
      modify: { root, body in
        var isThere = false
        return try modify(&root) { isThere = try inner.modify(&$0, body) } && isThere
      },
      unsupportedReason: { unsupportedReason() ?? inner.unsupportedReason() })
  }
}

/// A closure of a part has been applied to a state that does not have the part.
struct PartIsMissing: Error {}
