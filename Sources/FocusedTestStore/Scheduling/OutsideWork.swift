import Core

/// What a scheduler knows of the work of its effects that is beyond its queue.
///
/// An effect that had its chance and did not come back gets no other one until it does something, so
/// a long-running effect that waits for the outside world costs a later `send` nothing.
struct OutsideWork {
  /// How many effects, ended or not, can still send something.
  var sources = 0
  /// The lanes that did something since the outside world last had its chance, in the order of their
  /// effects. There are two or three as a rule.
  private var restless: [ExecutorLane] = []
  /// The effects that have ended, with a task left behind that waits for the test. By the ids of their lanes.
  private(set) var leftovers: [Int: RunningEffect] = [:]

  /// How many actions code of the main actor has sent and reduced since arrivals were taken up.
  var sentOnMainActor = 0

  mutating func noteActivity(in lane: ExecutorLane) {
    if let last = restless.last, last.origin.id >= lane.origin.id {
      let position = restless.firstPosition(notBefore: lane.origin.id)
      if restless[position] !== lane { restless.insert(lane, at: position) }
    } else {
      restless.append(lane)
    }
  }

  /// Whether an effect may be about to come back by itself.
  mutating func isExpected() -> Bool {
    while let latest = restless.last, !latest.mayComeBack { restless.removeLast() }
    if restless.count > 1 { restless.removeAll { !$0.mayComeBack } }
    return !restless.isEmpty
  }

  var hasReturningSenders: Bool { restless.contains(where: \.hasReturningSenders) }

  mutating func chanceIsOver() {
    if !restless.isEmpty { restless = [] }
  }

  /// Looks at what an effect has left behind. Returns what must not be destroyed under a lock.
  mutating func updateLeftover(in lane: ExecutorLane) -> RunningEffect? {
    let left = lane.leftover
    guard left != nil || !leftovers.isEmpty else { return nil }
    defer { leftovers[lane.origin.id] = left }
    return leftovers[lane.origin.id]
  }

  mutating func removeLeftovers() -> [Int: RunningEffect] {
    defer { leftovers = [:] }
    return leftovers
  }
}

extension [ExecutorLane] {
  /// The first position whose effect did not start before the one of a number.
  fileprivate func firstPosition(notBefore id: Int) -> Int {
    var lower = 0
    var upper = count
    while lower < upper {
      let middle = (lower + upper) / 2
      if self[middle].origin.id < id { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }
}
