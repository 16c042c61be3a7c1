/// The choices that a test met when it ran under a schedule, in order.
package struct ScheduleTrail: Sendable {
  package struct Choice: Sendable {
    package let point: Schedule.Point
    /// The numbers of the effects that were ready, the one that runs without a deviation first.
    package let lanes: [Int]
    /// The position of the one that ran.
    package let picked: Int

    package init(point: Schedule.Point, lanes: [Int], picked: Int) {
      self.point = point
      self.lanes = lanes
      self.picked = picked
    }
  }

  /// An effect of one of the test's stores.
  package struct Effect: Hashable, Sendable {
    package let store: Int
    package let lane: Int

    package init(store: Int = 0, lane: Int) {
      self.store = store
      self.lane = lane
    }
  }

  /// No more choices than these are kept.
  package static let limit = 20_000

  package private(set) var choices: [Choice] = []
  /// Whether there were more choices than are kept.
  package private(set) var isCut = false
  /// The effects that have sent something.
  package var senders: Set<Effect> = []
  /// The points at which the schedule asked for an effect that was not ready.
  package private(set) var misfits: [Schedule.Point] = []

  package init() {}

  package mutating func append(_ choice: Choice) {
    if choices.count < Self.limit { choices.append(choice) } else { isCut = true }
  }

  package mutating func noteMisfit(at point: Schedule.Point) {
    misfits.append(point)
  }

  /// What the choices were, whatever they came from.
  package var schedule: Schedule {
    Schedule(
      Dictionary(
        uniqueKeysWithValues: choices.lazy.filter { $0.picked != 0 }.map { ($0.point, $0.picked) }))
  }

  /// Whether another choice lets effects overtake each other of which only one has sent anything, so that
  /// no action arrives earlier or later for it.
  package func isSilent(_ position: Int, insteadAt choice: Choice) -> Bool {
    func hasSent(_ lane: Int) -> Bool {
      senders.contains(Effect(store: choice.point.store, lane: lane))
    }
    return !hasSent(choice.lanes[position]) || !choice.lanes[..<position].contains(where: hasSent)
  }
}
