/// A value that equals only itself and its copies.
package final class Identity: Hashable, Sendable {
  package init() {}

  package static func == (lhs: Identity, rhs: Identity) -> Bool { lhs === rhs }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
