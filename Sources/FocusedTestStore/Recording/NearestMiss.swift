import Core

/// What comes nearest to an action that was expected and is not there.
enum NearestMiss<Action> {
  /// It was received, and has been asserted already.
  case asserted(count: Int, at: CallSite?)
  /// It was received, and dropped by this.
  case dropped(by: LogStart)
  /// It was received before the action that it should follow.
  case early
  /// Another action of the same case was received.
  case sameCase(Timeline<Action>.Received)

  init?(_ expectation: ActionExpectation<Action>, in timeline: Timeline<Action>) {
    let asserted = timeline.received.filter { $0.isAsserted && expectation.matches($0.action) }
    if timeline.received.prefix(timeline.start).contains(where: {
      !$0.isAsserted && expectation.matches($0.action)
    }) {
      self = .early
    } else if let last = asserted.last {
      self = .asserted(count: asserted.count, at: last.assertedAt)
    } else if let dropped = timeline.dropped.last(where: { expectation.matches($0.action) }) {
      self = .dropped(by: dropped.start)
    } else if let alike = Self.mostAlike(expectation, in: timeline) {
      self = .sameCase(alike)
    } else {
      return nil
    }
  }

  /// Of the actions that differ in their payload alone, the one that differs least; an action that is
  /// still to be asserted rather than one that is not. Only the latest are looked at.
  private static func mostAlike(
    _ expectation: ActionExpectation<Action>, in timeline: Timeline<Action>
  ) -> Timeline<Action>.Received? {
    guard case .action(let expected) = expectation.kind else { return nil }
    let wanted = CaseTrail(of: expected)
    var best: (score: Int, received: Timeline<Action>.Received)?
    for received in timeline.received.suffix(1_000) {
      guard let shared = wanted.likeness(to: CaseTrail(of: received.action)) else { continue }
      let score = shared * 2 + (received.isAsserted ? 0 : 1)
      if score > best?.score ?? -1 { best = (score, received) }
    }
    return best?.received
  }
}
