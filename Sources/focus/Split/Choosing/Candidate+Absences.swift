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
      [
        Candidate.Ending(kind: .nothing, lines: []), finish,
        Candidate.Ending(kind: .nothingElse, lines: [nothingElse]),
      ]
      + absences
    let ways = outcomes.compactMap { root(of: $0.step) }.uniqued.prefix(4).flatMap { root in
      let before = statements.filter { $0 < root }
      let after = statements.filter { $0 > root }
      let quiet = before.filter { !units[$0].isReceive }
      return [before, quiet].uniqued.flatMap { before in
        (0...after.count).flatMap { count in
          endings.map { ending in
            Candidate(
              start: nil, units: before + [root] + after.prefix(count), ending: ending,
              position: ending.kind == .nothingElse ? root + 1 : units.count,
              required: startsOfCancelled[root] ?? [])
          }
        }
      }
    }
    // The shortest candidates, and the longest, which most likely fail with the mutant.
    return possible(ways).uniqued.sorted(by: prefers).ends(Self.absenceLimit)
  }

  /// The maximum number of candidates for an absence.
  private static let absenceLimit = 120

  /// Endings that expect no further action: of those that the test receives, or could receive.
  private var absences: [Candidate.Ending] {
    let received = units.filter(\.isReceive).compactMap(\.call).compactMap { call in
      function.source.action(of: call).map { (call.receiver, $0) }
    }
    let others = units.flatMap(\.steps).compactMap(\.expectations?.last).suffix(4)
    let all = received.suffix(8) + others.map { (storeName, $0) }
    return all.map { receiver, action in
      Candidate.Ending(kind: .assertion, lines: ["await \(receiver).assertNotReceived(\(action))"])
    }.uniqued
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
