import Core

/// What a scheduler knows of the work of its effects that is beyond its queue.
///
/// An effect that had its chance and did not come back gets no other one until it does something, so
/// a long-running effect that waits for the outside world costs a later `send` nothing.
struct OutsideWork {
  /// How many effects, ended or not, can still send something.
  var liveSenderCount = 0
  /// The lanes that did something since the outside world last had its chance, in the order of their
  /// effects.
  private var recentlyActiveLanes: [ExecutorLane] = []
  /// The lanes of effects that started tasks which may outlive them, by their numbers.
  private(set) var leftLanes = [Int: ExecutorLane]()
  /// How many actions code of the main actor has sent and reduced since arrivals were taken up.
  private(set) var sentOnMainActor = 0
  var door = MainActorDoor()
  /// The turns that are being taken. The door is open meanwhile.
  private(set) var turns: OutsideTurns?
  var turnsInVain = OutsidePolicy.turnsInVain
  /// Fires when they are over. Made when first needed, which is seldom.
  lazy var turnsOver = EventSignal()

  mutating func noteActivity(in lane: ExecutorLane) {
    let position = recentlyActiveLanes.partitioningIndex { $0.origin.id >= lane.origin.id }
    if position == recentlyActiveLanes.count || recentlyActiveLanes[position] !== lane {
      recentlyActiveLanes.insert(lane, at: position)
    }
  }

  /// Removes the lanes of effects that cannot come back by themselves. Returns whether any are left.
  mutating func pruneAndCheckPending() -> Bool {
    recentlyActiveLanes.removeAll { !$0.mayComeBack }
    return !recentlyActiveLanes.isEmpty
  }

  var hasReturningSenders: Bool { recentlyActiveLanes.contains(where: \.hasReturningSenders) }

  mutating func chanceIsOver() {
    recentlyActiveLanes = []
  }

  // MARK: - The main actor

  /// Whether nothing outside is to be waited for or taken up.
  mutating func isAtRest() -> Bool {
    door.isClosed && sentOnMainActor == 0 && !pruneAndCheckPending()
  }

  mutating func takeSentOnMainActor() -> Int {
    defer { sentOnMainActor = 0 }
    return sentOnMainActor
  }

  mutating func enterFromMainActor(for lane: ExecutorLane) -> MainActorDoor.Answer {
    let answer = door.enter()
    if case .entered = answer {
      noteActivity(in: lane)
      sentOnMainActor += 1
    }
    return answer
  }

  /// A drain has run what was ready elsewhere, and takes turns if more is expected. Returns whether the main
  /// actor waits for the news.
  mutating func endRun(of drain: Int, expectsMore: Bool) -> Bool {
    if expectsMore { turns = OutsideTurns(of: drain, chance: OutsideChance(turns: turnsInVain)) }
    return door.turn(open: expectsMore)
  }

  /// What the store does next, after an event in the turns of a drain; `nil` if that has given up.
  mutating func next(
    for drain: Int, after event: (inout OutsideTurns) -> OutsideTurns.Step
  ) -> OutsideTurns.Step? {
    guard var turns, turns.drain == drain else { return nil }
    let step = event(&turns)
    self.turns = turns
    if step == .end { endTurns() }
    return step
  }

  /// The drain has waited for a part of its patience. Returns whether it gives up, which it does not while
  /// the main actor is at it.
  mutating func giveUpTurns() -> Bool {
    guard turns?.look() == true, !door.isOccupied else { return false }
    endTurns()
    return true
  }

  private mutating func endTurns() {
    turns = nil
    _ = door.turn(open: false)
  }

  // MARK: - What is left behind

  mutating func addLeftLane(_ lane: ExecutorLane) {
    leftLanes[lane.origin.id] = lane
  }

  /// A lane's effect can send no more, nor can what it has left behind.
  mutating func sourceEnded(in lane: ExecutorLane) {
    liveSenderCount -= 1
    leftLanes[lane.origin.id] = nil
  }

  mutating func removeLeftLanes() -> [Int: ExecutorLane] {
    defer { leftLanes = [:] }
    return leftLanes
  }
}
