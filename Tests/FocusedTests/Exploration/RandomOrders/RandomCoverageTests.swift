import FocusedTestStore
import TestFixtures
import Testing

/// The runs that stand for every order lead to each state to which an order leads, and to no other.
///
/// `FOCUSED_SOAK=2000 swift test --filter RandomCoverage` takes as many features as one likes.
struct RandomCoverageTests {
  @Test func `Runs that stand for every order end in each state that an order ends in`() async {
    var (coveredCount, sparedCount) = (0, 0)
    for seed in SoakSize.seeds(everyRun: 60) {
      let plan = CoveragePlan(seed: seed)
      var search = ScheduleSearch(limit: 1_000, seed: seed, endsWhenCovered: true)
      var ends: Set<CoveragePlan.State> = []
      while let schedule = search.next() {
        let run = ScheduleRun(recording: schedule)
        await CurrentRun.$value.withValue(run) {
          let store = TestStore(.off, initialState: CoveragePlan.State()) { plan }
          await store.send(-1)
          ends.insert(store.state)
        }
        search.didRun(run.log, run.recordedActions)
      }
      guard search.hasEveryOrder else { continue }
      coveredCount += 1
      let (states, orderCount) = plan.everyEnd
      if search.triedCount < orderCount { sparedCount += 1 }
      #expect(ends == states, "seed \(seed): \(plan)")
      if ends != states { return }
    }
    #expect(coveredCount > 30)
    #expect(sparedCount > 5)
  }
}

/// A random feature whose effects send actions that change a few fields, and may start other effects.
struct CoveragePlan: Reducer, Sendable {
  struct State: Hashable {
    var fields = [0, 0, 0, 0, 0, 0]
    var log: [Int] = []
  }

  enum Change: Sendable {
    case set(Int, Int)
    case add(Int, Int)
    case copy(Int, to: Int)
    case setIf(Int, equals: Int, Int, Int)
    case append
    case start(Int)
    case startIf(Int, equals: Int, Int)
  }

  /// For each effect the changes of each of its actions. The later effects are started by actions.
  var effects: [[[Change]]] = []
  var firstCount = 0

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let sizes = [[2, 2, 2], [2, 2, 1, 1], [1, 1, 1, 1, 1], [3, 3, 1], [2, 1, 1, 1]]
    let size = sizes[random.number(0..<5)]
    firstCount = size.count
    // Some features hardly share a field, some share all.
    let sharing = random.number(0..<60)
    for (number, count) in (size + [1]).enumerated() {
      effects.append(
        (0..<count).map { _ in
          (0..<random.number(1..<3)).map { _ in change(&random, of: number, sharing) }
        })
    }
  }

  private func change(_ random: inout SeededRandom, of number: Int, _ sharing: Int) -> Change {
    let field = random.chance(sharing) ? random.number(0..<6) : number % 6
    let other = random.chance(sharing) ? random.number(0..<6) : field
    switch random.number(0..<100) {
    case ..<40: return .set(field, random.number(1..<4))
    case ..<60: return .add(field, random.number(1..<3))
    case ..<70: return .copy(other, to: field)
    case ..<85: return .setIf(other, equals: random.number(0..<3), field, random.number(1..<4))
    case ..<88: return .append
    case ..<92 where number < firstCount: return .start(firstCount)
    case ..<96 where number < firstCount:
      return .startIf(other, equals: random.number(0..<2), firstCount)
    default: return .set(field, 1)
    }
  }

  // MARK: - The model

  /// Applies the changes of an action. Returns the effects that it starts.
  private func apply(_ changes: [Change], of action: Int, to state: inout State) -> [Int] {
    var started: [Int] = []
    for change in changes {
      switch change {
      case .set(let field, let value): state.fields[field] = value
      case .add(let field, let value): state.fields[field] += value
      case .copy(let field, let other): state.fields[other] = state.fields[field]
      case .setIf(let field, let expected, let other, let value):
        if state.fields[field] == expected { state.fields[other] = value }
      case .append: state.log.append(action)
      case .start(let effect): started.append(effect)
      case .startIf(let field, let expected, let effect):
        if state.fields[field] == expected { started.append(effect) }
      }
    }
    return started
  }

  private struct Point: Hashable {
    var state = State()
    /// The effects in flight, and the number of actions that each has sent.
    var running: [[Int]]
  }

  /// The states in which the orders end, and the number of orders.
  var everyEnd: (states: Set<State>, orderCount: Int) {
    var known: [Point: (states: Set<State>, orderCount: Int)] = [:]
    func ends(_ point: Point) -> (states: Set<State>, orderCount: Int) {
      if let ends = known[point] { return ends }
      var (states, orderCount): (Set<State>, Int) = ([], 0)
      for (index, effect) in point.running.enumerated() {
        var next = point
        let started = apply(
          effects[effect[0]][effect[1]], of: effect[0] * 10 + effect[1], to: &next.state)
        next.running[index][1] += 1
        if next.running[index][1] == effects[effect[0]].count { next.running.remove(at: index) }
        next.running += started.map { [$0, 0] }
        let rest = ends(next)
        states.formUnion(rest.states)
        orderCount += rest.orderCount
      }
      if point.running.isEmpty { (states, orderCount) = ([point.state], 1) }
      known[point] = (states, orderCount)
      return (states, orderCount)
    }
    return ends(Point(running: (0..<firstCount).map { [$0, 0] }))
  }

  // MARK: - The feature

  func reduce(into state: inout State, action: Int) -> Effect<Int> {
    let started =
      action < 0
      ? Array(0..<firstCount)
      : apply(effects[action / 10][action % 10], of: action, to: &state)
    return .merge(
      started.map { effect in
        .run { send in
          for number in effects[effect].indices { await send(effect * 10 + number) }
        }
      })
  }
}
