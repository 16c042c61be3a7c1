import TestEvents
import SourceReading

extension TracedTest {
  /// Candidates that test an effect without an observable outcome, by the absence of actions.
  ///
  /// After a cancellation, the effect's action is not received. After a debounce, it is received only once. If the
  /// effect would not end, `finish` fails. A statement that answers an effect, or that receives in a helper, fails if
  /// the effect was not started. An action can be absent for other reasons, so a mutant must prove each of these
  /// tests.
  package func candidates(forAbsence behavior: Behavior) -> [Candidate] {
    let steps = units.flatMap(\.outcomes).filter { $0.behavior == behavior }.map(\.step)
    let leading = leading(before: units.count).filter { index in
      switch units[index].kind {
      case .send, .event, .block, .other: true
      default: false
      }
    }
    let endings: [Candidate.Ending] =
      behavior.outcome.kind == .starts
      ? [.nothing] : [.finish, .nothingElse] + absences(after: behavior)
    var result: [Candidate] = []
    var others: [Candidate] = []
    for root in steps.compactMap(root).prefix(4) {
      let before = leading.filter { $0 < root }
      // Includes receives: an action that arrived once must not arrive again.
      let after = self.leading(before: units.count).filter {
        $0 > root && (leading.contains($0) || units[$0].isReceive)
      }
      func ways(_ way: [Int], _ start: Candidate.Start, _ count: Int = .max) -> [Candidate] {
        endings.flatMap { ending in
          (0...min(count, after.count)).map { count in
            Candidate(
              start: start, units: way + [root] + after.prefix(count), ending: ending,
              position: ending == .nothingElse ? root + 1 : units.count)
          }
        }
      }
      if let first = before.last(where: { starts(units[$0], whatIsCancelledBy: behavior) }),
        let start = starts(before: first).last
      {
        for way in [[first], before.filter { $0 >= first }].uniqued {
          result += ways(way, start, Self.lengthAfterStart)
        }
      }
      var way = [[]] + before.map { [$0] } + before.indices.map { Array(before[$0...]) }
      if before.count <= 8 { way += before.pairs }
      others += way.flatMap { ways($0, .beginning) }
    }
    func possible(_ ways: [Candidate]) -> [Candidate] {
      ways.map(completed).filter { canGo($0.units) }.uniqued.sorted(by: prefers)
    }
    // The shortest candidates, and the longest, which most likely fail with the mutant.
    return (possible(result) + possible(others).ends(Self.absenceLimit)).uniqued
  }

  /// Whether a statement started the effect that the behavior cancels.
  private func starts(_ unit: Unit, whatIsCancelledBy behavior: Behavior) -> Bool {
    guard behavior.outcome.kind == .cancels, let effect = behavior.outcome.name else {
      return false
    }
    return unit.outcomes.contains { $0.behavior.outcome == .starts(effect) }
  }

  /// The maximum number of statements after the cancellation, if a candidate starts from the state before the effect.
  private static let lengthAfterStart = 8

  /// The maximum number of other candidates for an absence.
  private static let absenceLimit = 240

  /// Endings that expect no further action. If effects of the same action sent some actions, only these count;
  /// otherwise, all that the test receives or could receive.
  private func absences(after behavior: Behavior) -> [Candidate.Ending] {
    let sent = units.filter { unit in
      unit.assertions.contains { assertion in
        let cause = assertion.step.flatMap { steps[$0]?.step.cause }.flatMap { steps[$0]?.step }
        return cause.map { ($0.feature, $0.action) == (behavior.feature, behavior.action) } == true
      }
    }
    func endings(_ units: [Unit]) -> [Candidate.Ending] {
      units.compactMap { unit in
        guard case .receive(let call) = unit.kind, let action = function.source.action(of: call)
        else { return nil }
        return .notReceived(receiver: call.receiver, action: action)
      }
    }
    let own = endings(sent).uniqued
    if !own.isEmpty { return own }
    let received = endings(units)
    let others = units.flatMap(\.steps).compactMap(\.expectations?.last)
      .map { Candidate.Ending.notReceived(receiver: storeName, action: $0) }
    return Array(received.suffix(8) + others.suffix(4)).uniqued
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
