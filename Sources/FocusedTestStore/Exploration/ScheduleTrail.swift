/// The choices that a test met when it ran under a schedule, in order.
package struct ScheduleTrail: Sendable {
  package struct Choice: Sendable {
    package let point: Schedule.Point
    /// The numbers of the effects that were ready, the one that runs without a deviation first.
    package let lanes: [Int]
    /// The position of the one that ran.
    package let picked: Int
    /// Whether an effect has sent something before the next choice.
    package fileprivate(set) var isAudible = false

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
  /// How many choices there were when an effect acted last.
  private var lastActs: [Effect: Int] = [:]
  /// The points at which the schedule asked for an effect that was not ready.
  package private(set) var misfits: [Schedule.Point] = []

  package init() {}

  package mutating func append(_ choice: Choice) {
    if choices.count < Self.limit { choices.append(choice) } else { isCut = true }
  }

  package mutating func noteMisfit(at point: Schedule.Point) {
    misfits.append(point)
  }

  /// Notes that an effect has sent something, or has been kept from it by a cancellation.
  package mutating func note(_ event: SchedulingPolicy.LaneEvent, of effect: Effect) {
    switch event {
    case .acted:
      lastActs[effect] = choices.count
      if !choices.isEmpty { choices[choices.count - 1].isAudible = true }
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
        let isAudible = choice.isAudible && lastActs[effect, default: 0] > index + 1
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
