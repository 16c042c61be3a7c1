/// The location of a feature in the tree of features: the composition operators and the elements on
/// the path from the root.
///
/// Paths are created in every step and looked up in tables. So appending is one allocation, and the
/// hash is computed once.
package struct NavigationPath: Sendable {
  private var last: Node?

  /// The path of the root feature.
  package init() {}

  package func appending(_ component: Component) -> NavigationPath {
    var path = self
    path.last = Node(component, after: last)
    return path
  }

  package var isRoot: Bool { last == nil }
  package var count: Int { last?.count ?? 0 }

  /// The components, the root's first.
  package var components: [Component] {
    prefixes.compactMap { $0.last?.component }
  }

  /// All paths that lead to this one, from the root's path to this path.
  package var prefixes: [NavigationPath] {
    var prefixes: [NavigationPath] = []
    prefixes.reserveCapacity(count + 1)
    var path = self
    while let node = path.last {
      prefixes.append(path)
      path.last = node.parent
    }
    prefixes.append(path)
    prefixes.reverse()
    return prefixes
  }
}

extension NavigationPath {
  package enum Component: Hashable, Sendable {
    /// A composition operator, identified by its line.
    case `operator`(CallSite)
    /// An element of a collection or a stack, or a presented value, by its ID.
    case element(AnyHashableSendable)

    package static func element(_ id: some Hashable & Sendable) -> Component {
      .element(AnyHashableSendable(id))
    }
  }

  private final class Node: Sendable {
    let component: Component
    let parent: Node?
    let count: Int
    let hash: Int

    init(_ component: Component, after parent: Node?) {
      self.component = component
      self.parent = parent
      count = (parent?.count ?? 0) + 1
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
      guard a.hash == b.hash, a.count == b.count, a.component == b.component else { return false }
      (left, right) = (a.parent, b.parent)
    }
    return left == nil && right == nil
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(last?.hash)
  }
}
