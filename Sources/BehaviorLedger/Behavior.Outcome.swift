extension Behavior {
  /// What came of an action.
  package enum Outcome: Hashable, Sendable {
    /// A state field changed: `isSaving`, `rows[].title`.
    case field(String)

    /// The step's effects sent an action: `loaded`.
    case sends(String)

    /// An effect started, under its name, or `effect` where it has none.
    case starts(String)

    /// An effect in flight was cancelled, under its name, or `effect` where it has none.
    case cancels(String)

    /// The feature dismissed itself.
    case dismisses

    /// The action was reduced and nothing came of it.
    ///
    /// It says that the action was exercised. There is nothing to protect, so reports show it and do
    /// not count it.
    case nothing
  }
}

extension Behavior.Outcome {
  /// The kinds of outcomes, in the order in which reports show them; the raw value is the name on disk.
  package enum Kind: String, CaseIterable, Sendable {
    case field, sends, starts, cancels, dismisses, nothing
  }

  package var kind: Kind {
    switch self {
    case .field: .field
    case .sends: .sends
    case .starts: .starts
    case .cancels: .cancels
    case .dismisses: .dismisses
    case .nothing: .nothing
    }
  }

  /// The field, action or effect that the outcome is about.
  package var name: String? {
    switch self {
    case .field(let name), .sends(let name), .starts(let name), .cancels(let name): name
    case .dismisses, .nothing: nil
    }
  }

  /// Creates the outcome of a kind, or `nil` if a name is missing or is one too many.
  package init?(kind: Kind, name: String?) {
    switch (kind, name) {
    case (.field, let name?): self = .field(name)
    case (.sends, let name?): self = .sends(name)
    case (.starts, let name?): self = .starts(name)
    case (.cancels, let name?): self = .cancels(name)
    case (.dismisses, nil): self = .dismisses
    case (.nothing, nil): self = .nothing
    default: return nil
    }
  }
}

extension Behavior.Outcome: Comparable {
  package static func < (a: Self, b: Self) -> Bool {
    (a.kind.order, a.name ?? "") < (b.kind.order, b.name ?? "")
  }
}

extension Behavior.Outcome.Kind {
  fileprivate var order: Int {
    switch self {
    case .field: 0
    case .sends: 1
    case .starts: 2
    case .cancels: 3
    case .dismisses: 4
    case .nothing: 5
    }
  }
}

extension Behavior.Outcome: CustomStringConvertible {
  /// The outcome as messages and reports name it: `isSaving`, `sends .loaded`, `starts effect`.
  package var description: String {
    switch self {
    case .field(let name): name
    case .sends(let action): "sends .\(action)"
    case .starts(let effect): "starts \(effect)"
    case .cancels(let effect): "cancels \(effect)"
    case .dismisses: "dismisses"
    case .nothing: "nothing"
    }
  }
}
