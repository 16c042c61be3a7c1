/// The location of a feature in the tree of features: the composition operators and the elements on
/// the path from the root.
package struct NavigationPath: Hashable, Sendable {
  private let components: [Component]

  /// The path of the root feature.
  package static let root = NavigationPath(components: [])

  package func appending(_ component: Component) -> NavigationPath {
    NavigationPath(components: components + [component])
  }

  /// All paths that lead to this one, from the root's path to this path.
  package var prefixes: [NavigationPath] {
    (0...components.count).map { NavigationPath(components: Array(components.prefix($0))) }
  }
}

extension NavigationPath {
  package enum Component: Hashable, Sendable {
    /// A composition operator, identified by its line, and by the field of its child, if there is one. A helper can
    /// apply operators to several fields at one line.
    case `operator`(CallSite, of: RuntimeConfined<AnyKeyPath>?)
    /// An element of a collection or a stack, or a presented value, by its ID.
    case element(AnyID)

    package static func element(_ id: some Hashable & Sendable) -> Component {
      .element(AnyID(base: id))
    }
  }
}

/// An ID of any type. It can be sent between tasks, unlike `AnyHashable`, but is compared like it, so equal numbers of two
/// types are one ID.
package struct AnyID: Hashable, Sendable {
  let base: any Hashable & Sendable

  package static func == (lhs: AnyID, rhs: AnyID) -> Bool {
    AnyHashable(lhs.base) == AnyHashable(rhs.base)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(base))
  }
}
