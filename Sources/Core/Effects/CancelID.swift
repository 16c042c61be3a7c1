/// The identity of a cancellable effect: the id that its feature chose, and the location of that
/// feature in the state.
///
/// The location distinguishes two features of one type: a row's `CancelID.load` never cancels its
/// sibling's.
package struct CancelID: Hashable, Sendable {
  private let path: NavigationPath
  private let id: AnyHashableSendable

  package init(_ id: some Hashable & Sendable, at path: NavigationPath) {
    self.path = path
    self.id = AnyHashableSendable(id)
  }

  /// The id that the feature chose; `nil` for one of this module's making.
  package var chosen: (any Hashable & Sendable)? { isOwn ? nil : id.base }

  /// Whether a composition operator made the id, to cancel the effects of a child that goes.
  package var isOfChild: Bool { isOwn && !(id.base is Nested) }

  /// A type of this module is none that a feature can spell.
  private var isOwn: Bool {
    func module(of type: Any.Type) -> Substring { String(reflecting: type).prefix { $0 != "." } }
    return module(of: type(of: id.base)) == module(of: CancelID.self)
  }

  /// The ids under which the effect can be cancelled: this one, and the same id as the features
  /// around this one would spell it, so that a parent can cancel what its child started.
  var reachableIDs: [CancelID] {
    path.prefixes.map { CancelID(path: $0, id: id) }
  }

  /// An id of the runtime's own making, that no feature can spell.
  func nested(_ detail: some Hashable & Sendable) -> CancelID {
    CancelID(
      path: path, id: AnyHashableSendable(Nested(id: id, detail: AnyHashableSendable(detail))))
  }

  private struct Nested: Hashable {
    let id: AnyHashableSendable
    let detail: AnyHashableSendable
  }

  private init(path: NavigationPath, id: AnyHashableSendable) {
    self.path = path
    self.id = id
  }
}

/// A hashable value whose type is hidden, and that can still cross isolations.
package struct AnyHashableSendable: Hashable, Sendable {
  package let base: any Hashable & Sendable

  package init(_ base: some Hashable & Sendable) {
    self.base = base
  }

  package static func == (lhs: Self, rhs: Self) -> Bool {
    AnyHashable(lhs.base) == AnyHashable(rhs.base)
  }

  package func hash(into hasher: inout Hasher) {
    AnyHashable(base).hash(into: &hasher)
  }
}
