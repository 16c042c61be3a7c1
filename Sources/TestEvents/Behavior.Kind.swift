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
    /// It records that the action was exercised. There is nothing to protect, so reports show it
    /// and do not count it.
    case nothing
  }

  /// The call by which a test observes an outcome.
  package enum Sign: Sendable {
    case state
    /// An action that is received.
    case action
    /// The end of an effect, or the lack of one.
    case effect
  }
}

extension Behavior.Kind {
  /// The call by which a test observes it; `nil` if no call can.
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

  /// Whether outcomes of this kind have different subjects.
  package var isNamed: Bool { self != .dismisses && self != .nothing }

  /// The word before what it is about; a field stands alone.
  package var verb: String? { self == .field ? nil : rawValue }

  /// Where reports show it.
  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
