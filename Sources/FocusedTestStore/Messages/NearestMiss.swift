import Core

/// The received action that is most similar to an expected action that is missing.
struct NearestMiss {
  /// The paragraphs about the action.
  let facts: [[String]]
  let cure: String

  init(_ fact: String, _ difference: [String] = [], cure: String) {
    facts = [[fact], difference]
    self.cure = cure
  }
}

extension FailureMessages {
  /// - Parameter waiting: The cure if an effect in flight may still send the action.
  static func nearestMiss<Action>(
    _ expectation: ActionExpectation<Action>, in activity: RecentActivity<Action>, waiting: String?
  ) -> NearestMiss? {
    let journal = activity.journal
    let another = waiting.map { " If an effect in flight should send another one: \($0)" } ?? ""
    func isMatch(_ step: Int) -> Bool { expectation.matches(activity.steps[step].action) }
    let matches = journal.received.filter(isMatch)
    if let open = matches.first(where: { !journal.records[$0].isAsserted }) {
      if open < activity.firstCandidate {
        return NearestMiss(
          "It was received, but before the action that it is expected to follow.",
          cure: "Change the order, or expect each action with a separate `receive`.")
      }
      let next = activity.demanded.map { name($0) } ?? "the others"
      return NearestMiss(
        "It was received later, but received actions are asserted in the order received.",
        cure: "Assert \(next) first, or use `.off` to assert only what the test is about.")
    }
    if let last = matches.last {
      let place = journal.callSite(of: last).map { ", at \($0)" } ?? ""
      let count = counted(matches.count, "time")
      return NearestMiss(
        "It was received \(count) since \(activity.beginning), and is asserted already\(place).",
        cure: "Each expectation needs its own action.\(another)")
    }
    if journal.firstDropped(where: isMatch) != nil {
      return NearestMiss(
        "It was received before \(activity.beginning), after which it can no longer be asserted.",
        cure: "Move this expectation before \(activity.beginning).")
    }
    guard let alike = mostAlike(expectation, in: activity) else { return nil }
    let nearest =
      "The nearest is \(name(alike.action)), sent by \(senderName(of: alike, in: activity))"
    let cure = "Expect the received action, or fix the effect that sends it.\(another)"
    // A case without a value has no difference to show.
    guard case .action(let expected) = expectation.kind else {
      return NearestMiss("\(nearest).", cure: cure)
    }
    let difference = Difference.between(expected, alike.action) ?? .whole(expected, alike.action)
    return NearestMiss("\(nearest):", lines(difference, limit: 20), cure: cure)
  }

  /// The unasserted action that differs least, among the latest actions that differ only in their payload.
  private static func mostAlike<Action>(
    _ expectation: ActionExpectation<Action>, in activity: RecentActivity<Action>
  ) -> Step<Action>? {
    let path: ActionPath? =
      switch expectation.kind {
      case .action(let action): ActionPath(of: action)
      case .anyOf(let caseName, _): caseName().map(ActionPath.init(named:))
      case .condition: nil
      }
    guard let path else { return nil }
    let journal = activity.journal
    return journal.received.suffix(1_000).filter { !journal.records[$0].isAsserted }
      .compactMap { step in
        let step = activity.steps[step]
        return path.likeness(to: ActionPath(of: step.action)).map { (step, likeness: $0) }
      }
      .max { $0.likeness < $1.likeness }?.0
  }
}

// Cases that name actions state an event, and all other cases belong to the payload. If two actions differ in a case
// that names an action, they have nothing in common that helps a reader.

extension ActionPath {
  /// Parses the cases from the name of an expected action: `.pageResponse(1, .success)`.
  init(named name: String) {
    names = name.replacing(/"(\\.|[^"\\])*"/, with: "").matches(of: /(?:^|[( ])\.(\w+)/)
      .map { String($0.1) }
    cases = []
    payload = nil
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
