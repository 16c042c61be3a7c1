extension Behavior {
  /// An outcome of an action: its kind, and its field, action, or effect.
  package struct Outcome: Hashable, Sendable {
    package let kind: Kind

    /// The field (`isSaving`, `rows[].title`), the action (`loaded`), or the effect, which is `effect` where
    /// it has no name.
    package let name: String?

    private init(_ kind: Kind, _ name: String? = nil) {
      self.kind = kind
      self.name = name
    }

    /// Creates the outcome of a kind, or `nil` if a name is missing or is one too many.
    package init?(kind: Kind, name: String?) {
      guard kind.isNamed == (name != nil) else { return nil }
      self.init(kind, name)
    }

    package static func field(_ name: String) -> Self { Self(.field, name) }
    package static func sends(_ action: String) -> Self { Self(.sends, action) }
    package static func starts(_ effect: String) -> Self { Self(.starts, effect) }
    package static func cancels(_ effect: String) -> Self { Self(.cancels, effect) }
    package static let dismisses = Self(.dismisses)
    package static let nothing = Self(.nothing)
  }
}

extension Behavior.Outcome {
  /// Its subject, as reports print it: `isSaving`, `.loaded`, `effect`.
  package var subject: String? { name.map { kind == .sends ? ".\($0)" : $0 } }
}

extension Behavior.Outcome: Comparable {
  package static func < (a: Self, b: Self) -> Bool {
    (a.kind.rank, a.name ?? "") < (b.kind.rank, b.name ?? "")
  }
}

extension Behavior.Outcome: CustomStringConvertible {
  /// The outcome as messages and reports name it: `isSaving`, `sends .loaded`, `dismisses`.
  package var description: String {
    [kind.verb, subject].compactMap { $0 }.joined(separator: " ")
  }
}
