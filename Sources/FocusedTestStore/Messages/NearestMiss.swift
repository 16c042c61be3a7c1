import Core

/// The received action that is most similar to an expected action that is missing.
enum NearestMiss<Action> {
  /// The action was received, but the test has already asserted it.
  case asserted(count: Int, at: CallSite?)
  /// The action was received, and then dropped.
  case dropped
  /// The action was received too early, before an action that the test expects first.
  case early
  /// An action was received that differs only in its payload.
  case alike(Step<Action>)

  init?(_ expectation: ActionExpectation<Action>, in activity: RecentActivity<Action>) {
    let journal = activity.journal
    let matches = journal.received.filter { expectation.matches(activity.steps[$0].action) }
    let asserted = matches.filter { journal.records[$0].isAsserted }
    if matches.contains(where: { $0 < activity.start && !journal.records[$0].isAsserted }) {
      self = .early
    } else if let last = asserted.last {
      self = .asserted(count: asserted.count, at: journal.callSite(of: last))
    } else if journal.firstDropped(where: { expectation.matches(activity.steps[$0].action) }) != nil
    {
      self = .dropped
    } else if let step = Self.mostAlike(expectation, among: activity.received) {
      self = .alike(step)
    } else {
      return nil
    }
  }

  /// The unasserted action that differs least, among the latest actions that differ only in their payload.
  static func mostAlike(
    _ expectation: ActionExpectation<Action>, among received: [Step<Action>]
  ) -> Step<Action>? {
    guard let wanted = path(of: expectation) else { return nil }
    return received.suffix(1_000).filter { !$0.isAsserted }
      .compactMap { step in
        wanted.likeness(to: ActionPath(of: step.action)).map { (step, likeness: $0) }
      }
      .max { $0.likeness < $1.likeness }?.0
  }

  private static func path(of expectation: ActionExpectation<Action>) -> ActionPath? {
    switch expectation.kind {
    case .action(let action): ActionPath(of: action)
    case .anyOf(let caseName, _): caseName().map(ActionPath.init(named:))
    case .condition: nil
    }
  }
}

// Cases that name actions state an event, and all other cases belong to the payload. If two actions differ in a case
// that names an action, they have nothing in common that helps a reader.

extension ActionPath {
  /// Parses the cases from the name of an expected action: `.pageResponse(1, .success)`.
  init(named name: String) {
    self.init(
      names: name.replacing(/"(\\.|[^"\\])*"/, with: "").matches(of: /(?:^|[( ])\.(\w+)/)
        .map { String($0.1) })
  }

  /// The number of cases that name actions. The outermost case always names an action, independent of its type's
  /// name.
  private var actionCount: Int {
    cases.isEmpty ? names.count : (cases.lastIndex { Self.isAction($0.type) } ?? 0) + 1
  }

  /// The number of cases that another action shares, if the two differ only in their payload. `nil`
  /// otherwise.
  func likeness(to other: ActionPath) -> Int? {
    let shared = zip(names, other.names).prefix { $0 == $1 }.count
    return shared >= min(actionCount, other.actionCount) ? shared : nil
  }
}
