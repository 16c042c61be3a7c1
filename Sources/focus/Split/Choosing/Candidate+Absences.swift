import TestEvents
import SourceReading

extension TracedTest {
  /// Candidates that test an effect without an observable outcome, by the absence of actions.
  ///
  /// After a cancellation, the effect's action is not received. After a debounce, it is received only once, and not
  /// before the wait has ended. If the effect would not end, `finish` fails. A statement that answers an effect, or
  /// that receives in a helper, fails if the effect was not started. An action can be absent for other reasons, so a
  /// mutant must prove each of these candidates.
  package func candidates(forAbsence behavior: Behavior) -> [Candidate] {
    let outcomes = units.flatMap(\.outcomes).filter { $0.behavior == behavior }
    // Includes receives: an action that arrived once must not arrive again.
    let statements = leading(before: units.count).filter {
      units[$0].kind != .check && !units[$0].isEnd
    }
    let nothingElse = "\(storeName).exhaustivity = .on(checking: .receivedActions)"
    let endings =
      [Candidate.Ending(.nothing, []), finish, Candidate.Ending(.nothingElse, [nothingElse])]
      + absences(after: behavior)
    let ways = outcomes.compactMap { root(of: $0.step) }.uniqued.prefix(4).flatMap { root in
      let before = statements.filter { $0 < root }
      let after = statements.filter { $0 > root }
      let quiet = before.filter { !units[$0].isReceive }
      return [before, quiet].uniqued.flatMap { before in
        (0...after.count).flatMap { count in
          endings.map { ending in
            Candidate(
              start: .beginning, units: before + [root] + after.prefix(count), ending: ending,
              position: ending.kind == .nothingElse ? root + 1 : units.count)
          }
        }
      }
    }
    // The shortest candidates, and the longest, which most likely fail with the mutant.
    return ways.map(completed).filter { canGo($0.units) }.uniqued.sorted(by: prefers)
      .ends(Self.absenceLimit)
  }

  /// The maximum number of candidates for an absence.
  private static let absenceLimit = 120

  /// Endings that expect no further action. If effects of the same action sent some actions, only these count;
  /// otherwise, all that the test receives or could receive.
  private func absences(after behavior: Behavior) -> [Candidate.Ending] {
    let sent = units.filter { unit in
      unit.assertions.contains { assertion in
        let cause = assertion.step.flatMap { steps[$0]?.step.cause }.flatMap { steps[$0]?.step }
        return cause.map { ($0.feature, $0.action) == (behavior.feature, behavior.action) } == true
      }
    }
    func ending(_ receiver: String, _ action: String) -> Candidate.Ending {
      Candidate.Ending(.assertion, ["await \(receiver).assertNotReceived(\(action))"])
    }
    func endings(_ units: [Unit]) -> [Candidate.Ending] {
      units.filter(\.isReceive).compactMap(\.call).compactMap { call in
        function.source.action(of: call).map { ending(call.receiver, $0) }
      }
    }
    let own = endings(sent).uniqued
    if !own.isEmpty { return own }
    let others = units.flatMap(\.steps).compactMap(\.expectations?.last)
      .map { ending(storeName, $0) }
    return Array(endings(units).suffix(8) + others.suffix(4)).uniqued
  }
}

extension SwiftSource {
  /// The action of a `receive`, as an argument of `assertNotReceived`: `.saved`, or `case: { .found($0) }`.
  func action(of call: StoreCallSource) -> String? {
    guard let first = arguments(in: call.arguments).first else { return nil }
    let isLabeled = first.count > 1 && text(first.lowerBound + 1) == ":"
    return !isLabeled || ["case", "where"].contains(text(first.lowerBound)) ? text(first) : nil
  }
}
