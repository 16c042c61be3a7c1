/// A behavior of a feature: an action, and one outcome of it.
///
/// `Profile · .saveTapped → isSaving` is a behavior. A behavior has the same key whether its feature is tested alone or
/// inside its parents. So a report can merge the facts from different tests.
package struct Behavior: Sendable {
  /// The module that declares the feature. Empty if it is not known.
  package var module: String

  /// The feature's name, such as `Profile`.
  package var feature: String

  /// The action's case without its dot, such as `saveTapped`, or `delegate.saved` for an enum inside the action that
  /// isn't itself an `Action`.
  package var action: String

  package var outcome: Outcome

  /// Whether reports show the module, because another module has a feature of the same name.
  package fileprivate(set) var showsModule = false

  package init(module: String = "", feature: String, action: String, outcome: Outcome) {
    self.module = module
    self.feature = feature
    self.action = action
    self.outcome = outcome
  }

  /// The feature's name in reports: `Profile`, or `App.Profile` if several modules have one.
  package var shownFeature: String { showsModule ? "\(module).\(feature)" : feature }
}

extension Behavior: Hashable {
  package static func == (a: Self, b: Self) -> Bool {
    a.outcome == b.outcome && a.action == b.action && a.feature == b.feature && a.module == b.module
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(module)
    hasher.combine(feature)
    hasher.combine(action)
    hasher.combine(outcome)
  }
}

extension Behavior: Comparable {
  package static func < (a: Self, b: Self) -> Bool {
    (a.feature, a.module, a.action, a.outcome) < (b.feature, b.module, b.action, b.outcome)
  }
}

extension Behavior: CustomStringConvertible {
  /// The behavior in messages and reports: `Profile · .saveTapped → isSaving`.
  package var description: String {
    "\(shownFeature) · .\(action) → \(outcome)"
  }
}

/// The names of features that several modules have.
package struct AmbiguousFeatures: Hashable, Sendable {
  private var names: Set<String> = []

  package init(_ behaviors: some Sequence<Behavior>) {
    var modules: [String: String] = [:]
    for behavior in behaviors {
      let module = modules[behavior.feature, default: behavior.module]
      if module != behavior.module { names.insert(behavior.feature) }
      modules[behavior.feature] = module
    }
  }

  /// Returns the behavior, with its module in reports if its feature's name is ambiguous.
  package func naming(_ behavior: Behavior) -> Behavior {
    guard !behavior.module.isEmpty, names.contains(behavior.feature) else { return behavior }
    var named = behavior
    named.showsModule = true
    return named
  }
}

/// The keys are those of a line in the ledger: `module`, `feature`, `action`, `outcome`, and, if the outcome has a
/// name, `name`.
extension Behavior: Codable {
  private enum CodingKeys: String, CodingKey {
    case module, feature, action, outcome, name
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let kind = try values.decode(String.self, forKey: .outcome)
    let name = try values.decodeIfPresent(String.self, forKey: .name)
    guard let outcome = Kind(rawValue: kind).flatMap({ Outcome(kind: $0, name: name) })
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .outcome, in: values, debugDescription: "Expected an outcome, but found \(kind).")
    }
    self.init(
      module: try values.decodeIfPresent(String.self, forKey: .module) ?? "",
      feature: try values.decode(String.self, forKey: .feature),
      action: try values.decode(String.self, forKey: .action), outcome: outcome)
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    if !module.isEmpty { try values.encode(module, forKey: .module) }
    try values.encode(feature, forKey: .feature)
    try values.encode(action, forKey: .action)
    try values.encode(outcome.kind.rawValue, forKey: .outcome)
    try values.encodeIfPresent(outcome.name, forKey: .name)
  }
}

extension Behavior {
  /// The coverage level of a behavior in a test, from the lowest to the highest.
  ///
  /// A test that asserts a behavior also exercises it. The higher level includes the lower ones, so one fact is enough.
  package enum Mark: String, CaseIterable, Hashable, Sendable, Codable {
    /// The outcome happened while the test ran.
    case exercised

    /// The test read the outcome through `store.state`.
    case read

    /// The test fails if the outcome differs.
    case asserted
  }
}

extension Behavior.Mark: Comparable {
  package static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
  /// The position of the case among all cases.
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

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

    /// Creates the outcome of a kind, or returns `nil` if a required name is missing or a name isn't allowed.
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
  /// The outcome in messages and reports: `isSaving`, `sends .loaded`, `dismisses`.
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

  /// The kind of change by which a test observes an outcome.
  package enum Sign: Sendable {
    case state
    /// An action that is received.
    case action
    /// The end of an effect, or the lack of one.
    case effect
  }
}

extension Behavior.Kind {
  /// The kind of change by which a test observes the outcome. `nil` if it can't be observed.
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
}
