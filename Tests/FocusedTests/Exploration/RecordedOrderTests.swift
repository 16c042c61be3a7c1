import Core
import FocusedTestStore
import Testing

@testable import struct FocusedExploration.ActionOrder
@testable import struct FocusedExploration.OrderCoverage
@testable import struct FocusedExploration.OrderDifference
@testable import struct FocusedExploration.RecordedActions
@testable import struct FocusedExploration.StateParts

/// A run of three effects that the action of a test starts, without a store.
private struct RecordedRun {
  /// The effects, in the order in which they act.
  var effects: [Int]
  /// The state after the action of the test, and after each action of an effect. By default, each effect counts its
  /// actions in its own field.
  var states: [Any]?
  /// The effect whose actions start another one, which doesn't act.
  var starter: Int?
  /// The payload of all actions.
  var payload = 0

  var actions: RecordedActions {
    var order = ActionOrder()
    order.didReduce(from: .external)
    for lane in 0..<3 { order.note(.started(byStep: 0), of: .init(lane: lane)) }
    var counts: [Int: Int] = [:]
    var own: [Any] = [counts]
    for (step, effect) in effects.enumerated() {
      order.note(.acted, of: .init(lane: effect))
      order.didReduce(from: .effect(.ofLane(effect)))
      if effect == starter { order.note(.started(byStep: step + 1), of: .init(lane: 3)) }
      counts[effect, default: 0] += 1
      own.append(counts)
    }
    let outcomes = zip([-1] + effects, states ?? own).map { effect, state in
      (action: StateParts(of: [effect, payload]).hash, state: StateParts(of: state))
    }
    return RecordedActions(order: order, outcomes: outcomes)
  }
}

/// Orders stand for others only as long as no run contradicts it.
struct OrderContradictionTests {
  /// Two effects whose actions commute. Each order has run.
  private func covered() -> OrderCoverage {
    var coverage = OrderCoverage()
    for effects in [[0, 1], [1, 0]] { coverage.didRun(RecordedRun(effects: effects).actions) }
    coverage.judge()
    #expect(coverage.isCovered)
    return coverage
  }

  /// Orders of the same actions, with something else than before.
  private let contradictions: [RecordedRun] = [
    RecordedRun(effects: [0, 1], states: [[:], [0: 1], [0: 1, 1: 2]] as [[Int: Int]]),
    RecordedRun(effects: [0, 1], starter: 1),
    RecordedRun(effects: [0, 1], payload: 1),
    RecordedRun(effects: [1, 0], payload: 1),
  ]

  @Test
  func
    `An order with another result ends the coverage, and is a difference if every order is covered`()
  {
    for run in contradictions {
      var (early, late) = (OrderCoverage(), covered())
      early.didRun(RecordedRun(effects: [0, 1]).actions)
      early.didRun(run.actions)
      late.didRun(run.actions)
      #expect(!early.isKnown, "\(run)")
      #expect(!late.isKnown && late.difference != nil, "\(run)")
    }
  }

  @Test func `Other actions end the coverage if every order is covered`() {
    for effects in [[0], [0, 1, 0]] {
      var coverage = covered()
      coverage.didRun(RecordedRun(effects: effects).actions)
      #expect(!coverage.isKnown && coverage.difference == nil, "\(effects)")
    }
  }

  @Test func `Orders that differ by commuting actions must agree after each action`() {
    var coverage = OrderCoverage()
    // The second effect sets the field that differs before.
    coverage.didRun(RecordedRun(effects: [0, 1], states: [1, 1, 3]).actions)
    coverage.didRun(RecordedRun(effects: [1, 0], states: [2, 3, 3]).actions)
    coverage.judge()
    #expect(!coverage.isKnown && coverage.difference != nil)
  }

  @Test func `An action that removes a zero, but no other number, is no addition`() {
    /// A run in which the first effect adds 1 to a number, the second subtracts 1, and the third removes a zero.
    func run(_ effects: [Int]) -> RecordedRun {
      var counts = [0: 0]
      var states: [Any] = [counts]
      for effect in effects {
        if effect == 2 {
          counts = counts.filter { $0.value != 0 }
        } else {
          counts[0, default: 0] += [1, -1][effect]
        }
        states.append(counts)
      }
      return RecordedRun(effects: effects, states: states)
    }
    var coverage = OrderCoverage()
    for effects in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      coverage.didRun(run(effects).actions)
    }
    coverage.judge()
    #expect(coverage.isCovered && coverage.difference == nil)
  }

  @Test func `A run that does not take the requested order ends the coverage`() {
    var coverage = OrderCoverage()
    var requests: [[UInt64]?] = []
    for _ in 1...2 {
      coverage.didRun(RecordedRun(effects: [0, 1]).actions)
      requests.append(coverage.next())
    }
    #expect(requests[0] != nil && requests[1] == nil)
    #expect(!coverage.isKnown && !coverage.isCovered)
  }

  @Test func `Long runs, large states, and objects are not covered`() {
    final class Object {}
    func isKnown(_ run: RecordedRun, isCheap: Bool = false) -> Bool {
      var coverage = OrderCoverage(isCheap: isCheap)
      coverage.didRun(run.actions)
      return coverage.isKnown
    }
    func actions(_ count: Int) -> RecordedRun {
      RecordedRun(effects: Array(repeating: 0, count: count - 1))
    }
    #expect(isKnown(actions(64)) && !isKnown(actions(65)))
    #expect(isKnown(actions(16), isCheap: true) && !isKnown(actions(17), isCheap: true))
    func fields(_ count: Int) -> RecordedRun {
      RecordedRun(
        effects: [], states: [Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, 1) })])
    }
    #expect(isKnown(fields(32), isCheap: true) && !isKnown(fields(33), isCheap: true))
    #expect(!isKnown(RecordedRun(effects: [0], states: [0, Object()])))
  }

  // MARK: - A difference

  @Test func `The search finds the neighbors whose order matters`() throws {
    let runs = [[0, 1, 2], [2, 1, 0]].map { RecordedRun(effects: $0).actions }
    let names = runs[0].order.events.map(\.effect)
    func events(_ run: RecordedActions) -> [(label: Int, effect: UInt64)] {
      run.order.events.map { (names.firstIndex(of: $0.effect)!, $0.effect) }
    }
    /// A run in which it matters whether the last effect acts before the second one.
    func run(_ leaders: [UInt64]) -> RecordedActions {
      let effects = leaders.dropFirst().map { names.firstIndex(of: $0)! - 1 }
      let isLate = effects.firstIndex(of: 1)! < effects.firstIndex(of: 2)!
      return RecordedRun(effects: effects, states: Array(repeating: isLate, count: 4)).actions
    }
    var difference = OrderDifference(
      from: events(runs[0]), to: events(runs[1]), result: run(names).results[3])
    while let leaders = difference.next {
      #expect(difference.neighbors == nil)
      difference.didRun(run(leaders))
    }
    let (one, other) = try #require(difference.neighbors)
    let found = [one, other].map { run($0.leaders) }
    let swapped = zip(one.leaders, other.leaders).filter { $0 != $1 }.map(\.0)
    claimEqual(swapped, [names[2], names[3]])
    #expect(difference.isRepeated(by: found[0], found[1]))
    #expect(!difference.isRepeated(by: found[0], found[0]))
    #expect(!difference.isRepeated(by: found[0], nil))
  }

  @Test func `The search ends if a run takes another order`() {
    let run = RecordedRun(effects: [0, 1, 2]).actions
    let events = run.order.events.enumerated().map { (label: $0, effect: $1.effect) }
    var difference = OrderDifference(
      from: events, to: [0, 3, 2, 1].map { events[$0] }, result: run.results[3])
    difference.didRun(run)
    #expect(difference.next == nil && difference.neighbors == nil)
  }
}

/// The order of the actions of a run, and whether only the state can show it.
struct ActionOrderTests {
  /// The test's action starts an effect, which sends an action.
  private func order(
    _ order: ActionOrder = ActionOrder(), firstStep: Int = 0, lane: Int = 0
  ) -> ActionOrder {
    var order = order
    order.didReduce(from: .external)
    order.note(.started(byStep: firstStep), of: .init(lane: lane))
    order.note(.acted, of: .init(lane: lane))
    order.didReduce(from: .effect(.ofLane(lane)))
    return order
  }

  @Test func `What the state does not show makes an order invisible`() {
    #expect(order().isVisible)
    let changes: [(inout ActionOrder) -> Void] = [
      { $0.noteOrderRead() },
      { $0.note(.acted, of: .init(lane: 0)) },
      { $0.note(.hasChildTasks, of: .init(lane: 0)) },
      { $0.note(.wasCancelled, of: .init(lane: 0)) },
      { $0.note(.wasReadied(by: 0), of: .init(lane: 0)) },
      { $0.note(.dependsOnExternalWork, of: .init(lane: 0)) },
      { $0.note(.testLookedEarly, of: .init(lane: 0)) },
      // An effect of an unknown step, or of another store.
      { $0.note(.started(byStep: 2), of: .init(lane: 1)) },
      { $0.note(.started(byStep: 0), of: .init(store: 1, lane: 1)) },
      // An action of an unknown effect or step, or of a step before another one.
      {
        $0.note(.acted, of: .init(lane: 1))
        $0.didReduce(from: .effect(.ofLane(1)))
      },
      { $0.didReduce(from: .synchronous(step: 2)) },
      { $0.didReduce(from: .synchronous(step: 0)) },
    ]
    for (number, change) in changes.enumerated() {
      var order = order()
      change(&order)
      #expect(!order.isVisible, "change \(number)")
    }
  }

  @Test func `An action that a reduction sends belongs to its event`() {
    var order = order()
    order.didReduce(from: .synchronous(step: 1))
    claimEqual(order.events.map(\.steps), [0...0, 1...2])
    #expect(order.isVisible)
  }

  @Test func `Each step of an exploration has an order of its own`() {
    var second = order()
    let labels = second.events.map(\.label)
    second.beginStep()
    second = order(second, firstStep: 2, lane: 1)
    claimEqual(second.events.map(\.label), labels)
    claimEqual(second.name(ofLane: 1), second.events[1].effect)
    #expect(second.isVisible)
    second.note(.ran(task: 1), of: .init(lane: 0))
    #expect(!second.isVisible)
  }

  /// So the test's action is no race, which another run could decide.
  @Test func `An effect that waits for the test acts after the test's next action`() {
    var order = ActionOrder()
    order.didReduce(from: .external)
    order.note(.started(byStep: 0), of: .init(lane: 0))
    order.didReduce(from: .external)
    order.note(.acted, of: .init(lane: 0))
    order.didReduce(from: .effect(.ofLane(0)))
    var coverage = OrderCoverage()
    coverage.didRun(
      RecordedActions(
        order: order, outcomes: (0..<3).map { (UInt64($0), StateParts(of: $0)) }))
    coverage.judge()
    #expect(coverage.isCovered)
  }
}

extension EffectOrigin {
  /// The origin of an effect in an order of actions, which distinguishes only lanes.
  static func ofLane(_ lane: Int) -> EffectOrigin {
    EffectOrigin(
      id: lane, name: nil,
      callSite: CallSite(fileID: #fileID, filePath: #filePath, line: 1, column: 1), step: 0)
  }
}
