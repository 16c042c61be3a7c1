extension Behavior {
  /// An outcome of an action: its kind, and the name of its field, action, or effect.
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
  /// The name in reports: `isSaving`, `.loaded`, `effect`.
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

extension Behavior {
  /// The kinds of outcomes, in the order in which reports show them; the raw value is the name on disk.
  ///
  /// All that is true of a kind is declared here. Only the code that observes an outcome, suppresses it or writes a
  /// test of it knows more.
  package enum Kind: String, CaseIterable, Sendable {
    /// A state field changed.
    case field

    /// The step's effects sent an action.
    case sends

    /// An effect started.
    case starts

    /// An effect in flight was cancelled.
    case cancels

    /// The feature dismissed itself.
    case dismisses

    /// The action was reduced and nothing came of it.
    ///
    /// The action was exercised. There is nothing to protect, so reports show it and do not count it.
    case nothing
  }

  /// The way in which a test observes an outcome.
  package enum Sign: Sendable {
    case state
    /// An action that is received.
    case action
    /// The end of an effect, or the lack of one.
    case effect
  }
}

extension Behavior.Kind {
  /// The way in which a test observes it. `nil` if there is nothing to observe.
  package var sign: Behavior.Sign? {
    switch self {
    case .field: .state
    case .sends, .dismisses: .action
    case .starts, .cancels: .effect
    case .nothing: nil
    }
  }

  /// Whether a mutant can leave it out, so that there is something to protect.
  package var canBeSwitchedOff: Bool { sign != nil }

  /// Whether outcomes of this kind have a name.
  package var isNamed: Bool { self != .dismisses && self != .nothing }

  /// The word before what it is about; a field stands alone.
  package var verb: String? { self == .field ? nil : rawValue }

  /// Where reports show it.
  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
