import FocusedTestStore

/// A feature whose actions are numbers. Each action is sent once, so the rules alone determine the possible orders.
struct OrderPlan: Sendable {
  typealias Part = PlannedEffect<Int>
  typealias Move = Part.Move

  /// The results of each action; 0 is the action of the test.
  var effects: [Int: Part] = [:]
  var lastAction = 0
}

extension Int: PlannedAction {
  static func outcome(_: Int?) -> Int? { nil }
}

extension OrderPlan {
  init(seed: UInt64, actions: Int) {
    var random = SeededRandom(seed: seed)
    var left = actions
    effects[0] = part(&random, &left, depth: 0)
    var action = 1
    while action <= lastAction {
      if left > 0, random.chance(25) {
        if random.chance(50) {
          left -= 1
          lastAction += 1
          effects[action] = .send(lastAction)
        } else {
          effects[action] = part(&random, &left, depth: 1)
        }
      }
      action += 1
    }
  }

  private mutating func part(
    _ random: inout SeededRandom, _ left: inout Int, depth: Int
  ) -> Part {
    switch depth == 0 ? 0 : depth > 2 ? 99 : random.number(0..<100) {
    case ..<25:
      return .merge(
        (0..<random.number(2..<4)).map { _ in part(&random, &left, depth: depth + 1) })
    case ..<45:
      var parts = (0..<random.number(1..<3)).map { _ in
        part(&random, &left, depth: depth + 1)
      }
      if left > 0, random.chance(50) {
        left -= 1
        lastAction += 1
        parts.append(.send(lastAction))
      } else {
        parts.append(part(&random, &left, depth: depth + 1))
      }
      return .concatenate(parts)
    default:
      return .run(moves(&random, &left, count: random.number(1..<4), hasChildTasks: true))
    }
  }

  private mutating func moves(
    _ random: inout SeededRandom, _ left: inout Int, count: Int, hasChildTasks: Bool
  ) -> [Move] {
    var moves: [Move] = []
    for _ in 0..<count {
      switch random.number(0..<100) {
      case ..<60 where left > 0:
        left -= 1
        lastAction += 1
        moves.append(.send(lastAction))
      case ..<75: moves.append(.yield)
      case ..<85: moves.append(.sleep(random.number(1..<3)))
      case ..<90: moves.append(.load(0))
      case _ where hasChildTasks:
        moves.append(
          .inChildTasks(
            (0..<random.number(1..<3)).map { _ in
              self.moves(&random, &left, count: random.number(1..<3), hasChildTasks: false)
            }))
      default: moves.append(.yield)
      }
    }
    return moves
  }
}

// MARK: - The rules

extension OrderPlan {
  /// The preconditions of an action, and its time.
  private struct Place {
    var after: Set<Int>
    var time: Int
  }

  /// The orders in which the actions may arrive.
  struct Rules {
    /// All actions that come before an action.
    var predecessors: [Int: Set<Int>] = [:]
    var times: [Int: Int] = [:]
    /// The actions that are reduced right after an action.
    var next: [Int: Int] = [:]

    /// The rule that an order violates, if any.
    func flaw(of order: [Int]) -> String? {
      if Set(order) != Set(times.keys) || order.count != times.count {
        return "other actions than \(times.keys.sorted())"
      }
      for (index, action) in order.enumerated() {
        let before = order[..<index]
        if let missing = predecessors[action]?.subtracting(before).min() {
          return "\(action) comes before \(missing)"
        }
        if let late = before.first(where: { times[$0, default: 0] > times[action, default: 0] }) {
          return "\(late) comes before \(action), which is earlier"
        }
        if let next = next[action], order[index...].dropFirst().first != next {
          return "\(next) is not right after \(action)"
        }
      }
      return nil
    }
  }

  var rules: Rules {
    var rules = Rules()
    if let effect = effects[0] { _ = place(effect, at: Place(after: [], time: 0), &rules) }
    return rules
  }

  private func place(_ part: Part, at start: Place, _ rules: inout Rules) -> Place {
    switch part {
    case .send(let action): return place(action, at: start, &rules)
    case .run(let moves, _): return place(moves, at: start, &rules)
    case .merge(let parts):
      return join(parts.map { place($0, at: start, &rules) }, start)
    case .concatenate(let parts):
      return parts.reduce(start) { place($1, at: $0, &rules) }
    default: preconditionFailure("The plan has no \(part).")
    }
  }

  private func place(_ moves: [Move], at start: Place, _ rules: inout Rules) -> Place {
    moves.reduce(start) { here, move in
      switch move {
      case .send(let action): return place(action, at: here, &rules)
      case .yield, .load: return here
      case .sleep(let ticks): return Place(after: here.after, time: here.time + ticks)
      case .inChildTasks(let children):
        return join(children.map { place($0, at: here, &rules) }, here)
      default: preconditionFailure("The plan has no \(move).")
      }
    }
  }

  private func place(_ action: Int, at here: Place, _ rules: inout Rules) -> Place {
    rules.predecessors[action] = here.after
    rules.times[action] = here.time
    var end = Place(after: here.after.union([action]), time: here.time)
    switch effects[action] {
    case .send(let next)?:
      rules.next[action] = next
      // The next action is reduced before the sender continues.
      end.after = place(next, at: end, &rules).after
    case let effect?: _ = place(effect, at: end, &rules)
    case nil: break
    }
    return end
  }

  private func join(_ ends: [Place], _ start: Place) -> Place {
    ends.reduce(start) { Place(after: $0.after.union($1.after), time: max($0.time, $1.time)) }
  }
}

// MARK: - Running

extension OrderPlan {
  struct State: Equatable {
    var order: [Int] = []
  }

  struct Feature: Reducer {
    let plan: OrderPlan

    func reduce(into state: inout State, action: Int) -> Effect<Int> {
      if action > 0 { state.order.append(action) }
      return plan.effects[action]?.effect ?? .none
    }
  }

  /// The result of a store.
  struct Run: Equatable {
    var order: [Int]
    var issues: [String]
  }

  nonisolated(nonsending) func run() async -> Run {
    var order: [Int] = []
    let issues = await withCapturedIssues {
      let clock = TestClock()
      let endpoint = Stub<Void, Int>("load")
      endpoint.willReturn(0)
      let store = TestStore(.off, initialState: State()) {
        Feature(plan: self)
      } withDependencies: {
        $0.continuousClock = clock
        $0.loader.load = { _ in try await endpoint.call() }
      }
      await store.send(0)
      for _ in 0..<12 { await clock.advance(by: .seconds(1)) }
      await store.finish()
      order = store.state.order
    }
    return Run(order: order, issues: issues.map(\.message))
  }

  nonisolated(nonsending) func run(under run: ScheduleRun) async -> Run {
    await CurrentRun.$value.withValue(run) { await self.run() }
  }
}
