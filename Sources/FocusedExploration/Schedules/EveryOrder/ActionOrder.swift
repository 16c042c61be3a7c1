import Core
import FocusedTestStore

/// The order of the actions in a run of a test with one store.
///
/// Effects and their actions have the same names in each run: an effect is the *n*th effect of the action that started
/// it, and an action is the *n*th action of its effect. So the orders of two runs can be compared.
package struct ActionOrder: Sendable {
  /// An action of the test or of an effect, and the actions that its reduction sends.
  package struct Event: Sendable {
    /// The name of the effect, or ``ActionOrder/test``.
    package let effect: UInt64
    /// The name of the action.
    package let label: UInt64
    /// The event whose reduction started the effect; `nil` for an action of the test.
    let starter: Int?
    /// The steps of the event: the step of its action, and the steps of the actions that its reduction sent.
    var steps: ClosedRange<Int>
    /// The number of effects that the event started.
    var startCount = 0
  }

  /// The name that stands for the test among the names of effects.
  package static let test: UInt64 = 1

  package private(set) var events: [Event] = []
  /// Whether only the state can show the order of actions: effects only send, each effect sends from a single task, no
  /// effect is canceled, and the test doesn't read the order.
  private var isPlain = true
  /// The number of times that effects acted. Each time must be an action that was reduced.
  private var actCount = 0
  private var receivedCount = 0
  private var eventOfStep: [Int] = []
  /// The numbers of the first action and of the first effect in the run.
  private var (firstStep, firstLane) = (0, 0)
  private var laneCount = 0
  private var effects: [(name: UInt64, starter: Int)] = []
  private var counts: [UInt64: UInt64] = [:]

  package init() {}

  /// Whether the state after each action shows everything that an order can change.
  package var isVisible: Bool { isPlain && actCount == receivedCount }

  /// Forgets the actions so far, before the next step of an exploration.
  mutating func beginStep() {
    var next = ActionOrder()
    next.firstStep = firstStep + eventOfStep.count
    next.firstLane = firstLane + laneCount
    self = next
  }

  /// The name of an effect.
  func name(ofLane lane: Int) -> UInt64? {
    effects.indices.contains(lane - firstLane) ? effects[lane - firstLane].name : nil
  }

  mutating func noteOrderRead() { isPlain = false }

  mutating func note(_ event: SchedulingPolicy.LaneEvent, of effect: ChoiceLog.Effect) {
    let lane = effect.lane - firstLane
    if lane < 0 { isPlain = false }
    switch event {
    case .started(let step):
      laneCount += 1
      guard effect.store == 0, lane == effects.count,
        eventOfStep.indices.contains(step - firstStep)
      else {
        isPlain = false
        return
      }
      let starter = eventOfStep[step - firstStep]
      effects.append(
        (Self.name(UInt64(events[starter].startCount), of: events[starter].label), starter))
      events[starter].startCount += 1
    case .acted: actCount += 1
    case .ran: break
    case .hasChildTasks, .wasCancelled, .wasReadied, .dependsOnExternalWork, .testLookedEarly:
      isPlain = false
    }
  }

  package mutating func didReduce(from source: ActionSource) {
    let step = firstStep + eventOfStep.count
    switch source {
    case .synchronous(let cause):
      guard eventOfStep.indices.contains(cause - firstStep) else {
        isPlain = false
        return append(0, starter: nil, step)
      }
      let event = eventOfStep[cause - firstStep]
      events[event].steps = events[event].steps.lowerBound...step
      eventOfStep.append(event)
      // A `.send` that another effect has delayed is a separate event.
      if event != events.count - 1 { isPlain = false }
      return
    case .external: append(Self.test, starter: nil, step)
    case .effect(let origin):
      receivedCount += 1
      if effects.indices.contains(origin.id - firstLane) {
        let effect = effects[origin.id - firstLane]
        append(effect.name, starter: effect.starter, step)
      } else {
        isPlain = false
        append(0, starter: nil, step)
      }
    }
  }

  private mutating func append(_ effect: UInt64, starter: Int?, _ step: Int) {
    let number = counts[effect, default: 0]
    counts[effect] = number + 1
    eventOfStep.append(events.count)
    events.append(
      Event(
        effect: effect, label: Self.name(number, of: effect), starter: starter, steps: step...step))
  }

  private static func name(_ number: UInt64, of parent: UInt64) -> UInt64 {
    var hash = StableHash(parent)
    hash.combine(number)
    return hash.value
  }
}

/// The actions of a run, and the state after each.
package struct RecordedActions: Sendable {
  let order: ActionOrder
  /// A hash of the actions of each event, and the state after it.
  let outcomes: [(action: UInt64, state: StateParts)]

  /// For each event, a hash of the results of all events up to it: their actions, the effects that they started, and
  /// the state. If no result depends on the order of the earlier events, the hash doesn't either.
  var results: [UInt64] {
    var sum: UInt64 = 0
    return zip(order.events, outcomes).map { event, outcome in
      var done = StableHash(event.label)
      done.combine(outcome.action)
      done.combine(UInt64(event.startCount))
      sum &+= done.value
      var result = StableHash(sum)
      result.combine(outcome.state.hash)
      return result.value
    }
  }
}
