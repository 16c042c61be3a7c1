/// The choices that a test met when it ran under a schedule, in order.
package struct ScheduleTrail: Sendable {
  package struct Choice: Sendable {
    package let point: Schedule.Point
    /// The numbers of the effects that were ready, the one that runs without a deviation first. Not all of
    /// them, if there were many: each choice among thousands would keep thousands.
    package let lanes: [Int]
    /// The position of the one that ran.
    package let picked: Int
    /// The number of the one that ran.
    package let pickedLane: Int
    fileprivate let isCut: Bool
    /// The effect that was the first to act before the next choice.
    private var firstActor: Int?
    private var hasMoreActors = false

    package init(point: Schedule.Point, lanes: [Int], picked: Int) {
      self.point = point
      self.lanes =
        lanes.count > ScheduleTrail.laneLimit
        ? Array(lanes.prefix(ScheduleTrail.laneLimit)) : lanes
      self.picked = picked
      pickedLane = lanes[picked]
      isCut = lanes.count > ScheduleTrail.laneLimit
    }

    fileprivate mutating func note(actor: Int) {
      if firstActor == nil { firstActor = actor }
      if firstActor != actor { hasMoreActors = true }
    }

    /// Whether another effect has acted before the next choice.
    fileprivate func isAudible(to lane: Int) -> Bool {
      hasMoreActors || firstActor != nil && firstActor != lane
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
  /// No more effects than these are kept of one choice.
  package static let laneLimit = 64

  package private(set) var choices: [Choice] = []
  /// Whether there were more choices than are kept, or one among more effects.
  package private(set) var isCut = false
  /// How many choices there were when an effect acted last.
  private var lastActs: [Effect: Int] = [:]
  /// The points at which the schedule asked for an effect that was not ready.
  package private(set) var misfits: [Schedule.Point] = []

  package init() {}

  package mutating func append(_ choice: Choice) {
    if choices.count < Self.limit { choices.append(choice) } else { isCut = true }
    if choice.isCut { isCut = true }
  }

  package mutating func noteMisfit(at point: Schedule.Point) {
    misfits.append(point)
  }

  /// Notes that an effect has done something that others may notice, or has been kept from it by a
  /// cancellation.
  package mutating func note(_ event: SchedulingPolicy.LaneEvent, of effect: Effect) {
    switch event {
    case .acted:
      lastActs[effect] = choices.count
      if !choices.isEmpty { choices[choices.count - 1].note(actor: effect.lane) }
    case .wasCancelled:
      lastActs[effect] = .max
    }
  }

  /// What the choices were, whatever they came from.
  package var schedule: Schedule {
    Schedule(
      Dictionary(
        uniqueKeysWithValues: choices.lazy.filter { $0.picked != 0 }.map { ($0.point, $0.picked) }))
  }

  /// The choices behind the last deviation, as deviations: first those by which an action arrives before another
  /// one, as far as effects have nothing in common but the store; then the others.
  ///
  /// If nothing is sent between one choice and the next, the same effects can still go first at the next. An
  /// effect that sends nothing any more overtakes in vain.
  package var alternatives: (audible: [Alternative], silent: [Alternative]) {
    var alternatives: (audible: [Alternative], silent: [Alternative]) = ([], [])
    let last = choices.lastIndex { $0.picked != 0 }
    for index in choices.indices[(last.map { $0 + 1 } ?? 0)...] {
      let choice = choices[index]
      for position in choice.lanes.indices.dropFirst() {
        let effect = Effect(store: choice.point.store, lane: choice.lanes[position])
        let isAudible =
          choice.isAudible(to: effect.lane) && lastActs[effect, default: 0] > index
        let alternative = (choice.point, position)
        if isAudible {
          alternatives.audible.append(alternative)
        } else {
          alternatives.silent.append(alternative)
        }
      }
    }
    return alternatives
  }

  package typealias Alternative = (point: Schedule.Point, position: Int)
}
