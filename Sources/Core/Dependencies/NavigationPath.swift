/// The location of a feature in the tree of features: the composition operators and the elements on
/// the path from the root.
///
/// Paths are created in every step and looked up in tables. So appending is one allocation, and the
/// hash is computed once.
package struct NavigationPath: Sendable {
  private var last: Node?

  /// The path of the root feature.
  package static let root = NavigationPath()

  package func appending(_ component: Component) -> NavigationPath {
    var path = self
    path.last = Node(component, after: last)
    return path
  }

  /// All paths that lead to this one, from the root's path to this path.
  package var prefixes: [NavigationPath] {
    sequence(first: self) { path in path.last.map { NavigationPath(last: $0.parent) } }.reversed()
  }
}

extension NavigationPath {
  package enum Component: Hashable, Sendable {
    /// A composition operator, identified by its line, and by the field of its child, if there is one. A helper can
    /// apply operators to several fields at one line.
    case `operator`(CallSite, of: Field?)
    /// An element of a collection or a stack, or a presented value, by its ID.
    case element(AnyID)

    package static func element(_ id: some Hashable & Sendable) -> Component {
      .element(AnyID(id))
    }
  }

  /// A field of a state. Its hash is constant, because hashing a key path takes longer than comparing it.
  package struct Field: Hashable, Sendable {
    private let keyPath: RuntimeConfined<AnyKeyPath>

    package init(_ keyPath: AnyKeyPath) {
      self.keyPath = RuntimeConfined(keyPath)
    }

    package static func == (lhs: Field, rhs: Field) -> Bool {
      lhs.keyPath.value == rhs.keyPath.value
    }

    package func hash(into _: inout Hasher) {}
  }

  private final class Node: Sendable {
    let component: Component
    let parent: Node?
    let hash: Int

    init(_ component: Component, after parent: Node?) {
      self.component = component
      self.parent = parent
      var hasher = Hasher()
      hasher.combine(parent?.hash)
      hasher.combine(component)
      hash = hasher.finalize()
    }
  }
}

extension NavigationPath: Hashable {
  package static func == (lhs: NavigationPath, rhs: NavigationPath) -> Bool {
    var (left, right) = (lhs.last, rhs.last)
    while let a = left, let b = right {
      if a === b { return true }
      guard a.hash == b.hash, a.component == b.component else { return false }
      (left, right) = (a.parent, b.parent)
    }
    return left == nil && right == nil
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(last?.hash)
  }
}

/// An ID of any type. It can be sent between tasks, unlike `AnyHashable`, and differs from IDs of other types.
package struct AnyID: Hashable, Sendable {
  let base: any Hashable & Sendable

  init(_ base: some Hashable & Sendable) {
    self.base = base
  }

  package static func == (lhs: AnyID, rhs: AnyID) -> Bool {
    func isEqual<ID: Hashable>(_ id: ID, _ other: any Hashable) -> Bool {
      (other as? ID) == id
    }
    return isEqual(lhs.base, rhs.base)
  }

  package func hash(into hasher: inout Hasher) {
    base.hash(into: &hasher)
  }
}
