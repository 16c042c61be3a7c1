/// What a scheduler knows of the work of its effects that is beyond its queue.
///
/// An effect that had its chance and did not come back gets no other one until it does something, so
/// a long-running effect that waits for the outside world costs a later `send` nothing.
struct OutsideWork {
  /// How many effects, ended or not, can still send something.
  var sources = 0
  /// The lanes that did something since the outside world last had its chance.
  private var restless: [Int: ExecutorLane] = [:]

  mutating func noteActivity(in lane: ExecutorLane) {
    restless[lane.origin.id] = lane
  }

  /// Whether an effect may be about to come back by itself.
  mutating func isExpected() -> Bool {
    if restless.isEmpty { return false }
    for (id, lane) in restless where !lane.mayComeBack { restless[id] = nil }
    return !restless.isEmpty
  }

  var hasReturningSenders: Bool { restless.values.contains(where: \.hasReturningSenders) }

  mutating func chanceIsOver() {
    if !restless.isEmpty { restless = [:] }
  }
}
