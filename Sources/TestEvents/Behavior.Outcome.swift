extension Behavior {
  /// An outcome of an action: its kind, and the name of its field, action, or effect.
  package struct Outcome: Hashable, Sendable {
    package let kind: Kind

    /// The field (`isSaving`, `rows[].title`), the action (`loaded`), or the effect, which is `effect` if it
    /// has no name.
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
  /// The kinds of outcomes, in the order in which reports show them. The raw value is the name in files.
  ///
  /// All properties of a kind are declared here. Only the code that observes an outcome, suppresses it, or writes a
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

    /// The action was reduced and had no outcome.
    ///
    /// The action was exercised. It needs no protection, so reports show it but don't count it.
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
  /// The way in which a test observes the outcome. `nil` if it can't be observed.
  package var sign: Behavior.Sign? {
    switch self {
    case .field: .state
    case .sends, .dismisses: .action
    case .starts, .cancels: .effect
    case .nothing: nil
    }
  }

  /// Whether a mutant can leave out the outcome. Only such outcomes need protection.
  package var canBeSwitchedOff: Bool { sign != nil }

  /// Whether outcomes of this kind have a name.
  package var isNamed: Bool { self != .dismisses && self != .nothing }

  /// The word before the name of the outcome. A field has none.
  package var verb: String? { self == .field ? nil : rawValue }

  /// The part of a report that shows the outcome.
  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
