import Core
import FocusedTestStore
import TestFixtures
import Testing

@testable import struct FocusedExploration.ActionOrder
@testable import struct FocusedExploration.OrderCoverage
@testable import struct FocusedExploration.RecordedActions
@testable import struct FocusedExploration.StateParts

/// Runs that cover every order have exactly the outcomes that orders can have: final states, failures, and the orders
/// that the test reads.
///
/// `FOCUSED_SOAK=2000 swift test --filter RandomCoverage` tries any number of features.
struct RandomCoverageTests {
  /// The outcomes under the schedules of a search, if the search covers every order.
  private func search(
    _ plan: CoveragePlan
  ) async -> (outcomes: Set<CoveragePlan.Outcome>, search: ScheduleSearch) {
    var search = ScheduleSearch(limit: 1_000, seed: plan.seed, endsWhenCovered: true)
    var outcomes: Set<CoveragePlan.Outcome> = []
    while let schedule = search.next() {
      let run = ScheduleRun(recording: schedule)
      outcomes.insert(await CurrentRun.$value.withValue(run) { await plan.run() })
      search.didRun(run.log, run.recordedActions)
    }
    return (outcomes, search)
  }

  @Test func `Runs that stand for every order have each outcome that an order has`() async {
    var (coveredCount, sparedCount) = (0, 0)
    let seeds = SoakSize.seeds(everyRun: 10)
    for seed in seeds {
      let plan = CoveragePlan(seed: seed)
      let (outcomes, search) = await search(plan)
      guard search.hasEveryOrder else { continue }
      coveredCount += 1
      let (expected, orderCount) = plan.everyOutcome
      if search.triedCount < orderCount { sparedCount += 1 }
      #expect(outcomes == expected, "seed \(seed): \(plan)")
      if outcomes != expected { return }
    }
    guard seeds.count >= 10 else { return }
    #expect(coveredCount * 2 > seeds.count)
    #expect(sparedCount * 12 > seeds.count)
  }

  /// The same claim about the runs that the coverage alone requests, without stores and a sample.
  @Test func `The requested runs have each final state that an order has`() {
    for seed in 0..<100 as Range<UInt64> {
      let plan = CoveragePlan(seed: seed)
      var coverage = OrderCoverage()
      var states: Set<CoveragePlan.State> = []
      var leaders: [UInt64]? = []
      for _ in 0..<300 {
        guard let next = leaders else { break }
        let (state, actions) = plan.run(leaders: next)
        states.insert(state)
        coverage.didRun(actions)
        leaders = coverage.next()
      }
      #expect(coverage.isCovered, "seed \(seed): \(plan)")
      #expect(states == plan.everyState, "seed \(seed): \(plan)")
    }
  }

  /// A hidden object may matter in only one order of hundreds, which a sample can miss.
  @Test func `A hidden object is found in nearly each feature`() async {
    var (coveredCount, wrongCount, differenceCount) = (0, 0, 0)
    let seeds = SoakSize.seeds(everyRun: 10)
    for seed in seeds {
      let plan = CoveragePlan(seed: seed, hasObject: true)
      let (outcomes, search) = await search(plan)
      if search.difference != nil { differenceCount += 1 }
      guard search.hasEveryOrder else { continue }
      coveredCount += 1
      if outcomes != plan.everyOutcome.outcomes { wrongCount += 1 }
    }
    #expect(wrongCount * 20 <= coveredCount)
    if seeds.count >= 10 { #expect(differenceCount * 20 >= seeds.count) }
  }
}

/// A random feature whose effects send actions that change a few fields, and may start other effects.
struct CoveragePlan: Reducer, Sendable {
  struct State: Hashable {
    var fields: [Int: Int] = [:]
    var log: [Int] = []
  }

  enum Change: Sendable {
    case set(Int, Int)
    case add(Int, Int)
    case copy(Int, to: Int)
    case setIf(Int, equals: Int, Int, Int)
    case append
    case remove(Int)
    case start(Int)
    case startIf(Int, equals: Int, Int)
    /// Writes or reads an object that isn't part of any store's state.
    case hide(Int)
    case reveal(Int)
  }

  /// The information that the test reads besides the final state.
  enum Reader: Sendable {
    case nothing, history
    case receive(Int)
    case receiveInOrder(Int, Int)
    case notReceived(Int)
  }

  struct Outcome: Hashable {
    var state: State
    var hasFailed: Bool
    /// The order of the actions, if the test reads it.
    var order: [Int] = []
  }

  let seed: UInt64
  /// For each effect, the changes of each of its actions. Actions start the later effects.
  var effects: [[[Change]]] = []
  /// The number of effects that the test starts.
  var firstCount = 0
  /// The number of effects among them that the second action of the test starts.
  var secondCount = 0
  var reader = Reader.nothing
  private var object: SharedValue<Int>?

  init(seed: UInt64, hasObject: Bool = false) {
    self.seed = seed
    if hasObject { object = SharedValue(0) }
    var random = SeededRandom(seed: seed)
    let sizes = [[2, 2, 2], [2, 2, 1, 1], [1, 1, 1, 1, 1], [3, 3, 1], [2, 1, 1, 1]]
    let size = sizes[random.number(0..<5)]
    firstCount = size.count
    // Some features share hardly any fields, and some share all of them.
    let sharing = random.number(0..<60)
    for (number, count) in (size + [1]).enumerated() {
      effects.append(
        (0..<count).map { _ in
          (0..<random.number(1..<3)).map { _ in change(&random, of: number, sharing) }
        })
    }
    func action() -> Int {
      let effect = random.number(0..<effects.count)
      return effect * 10 + random.number(0..<effects[effect].count)
    }
    switch random.number(0..<100) {
    case ..<60: if random.chance(30) { secondCount = random.number(1..<firstCount) }
    case ..<80: reader = .receive(action())
    case ..<88: reader = .history
    case ..<94: reader = .receiveInOrder(action(), action())
    default: reader = .notReceived(action())
    }
  }

  private func change(_ random: inout SeededRandom, of number: Int, _ sharing: Int) -> Change {
    let field = random.chance(sharing) ? random.number(0..<6) : number % 6
    let other = random.chance(sharing) ? random.number(0..<6) : field
    if object != nil, random.chance(30) {
      return random.chance(60) ? .hide(random.number(1..<4)) : .reveal(field)
    }
    switch random.number(0..<100) {
    case ..<40: return .set(field, random.number(1..<4))
    case ..<60: return .add(field, random.number(1..<3))
    case ..<70: return .copy(other, to: field)
    case ..<85: return .setIf(other, equals: random.number(0..<3), field, random.number(1..<4))
    case ..<88: return .append
    case ..<92 where number < firstCount: return .start(firstCount)
    case ..<96 where number < firstCount:
      return .startIf(other, equals: random.number(0..<2), firstCount)
    default: return .remove(field)
    }
  }

  // MARK: - The model

  /// The effects that an action of the test starts: -1, or -2.
  private func started(by action: Int) -> [Int] {
    let first = firstCount - secondCount
    return Array(action == -1 ? 0..<first : first..<firstCount)
  }

  /// Applies the changes of an action. Returns the effects that it starts.
  private func apply(
    _ changes: [Change], of action: Int, to state: inout State, _ object: inout Int
  ) -> [Int] {
    var started: [Int] = []
    for change in changes {
      switch change {
      case .set(let field, let value): state.fields[field] = value
      case .add(let field, let value): state.fields[field, default: 0] += value
      case .copy(let field, let other): state.fields[other] = state.fields[field]
      case .setIf(let field, let expected, let other, let value):
        if state.fields[field, default: 0] == expected { state.fields[other] = value }
      case .remove(let field): state.fields[field] = nil
      case .append: state.log.append(action)
      case .start(let effect): started.append(effect)
      case .startIf(let field, let expected, let effect):
        if state.fields[field, default: 0] == expected { started.append(effect) }
      case .hide(let value): object = value
      case .reveal(let field): state.fields[field] = object
      }
    }
    return started
  }

  private struct Point: Hashable {
    var state = State()
    var object = 0
    /// The effects in flight, and the number of actions that each has sent.
    var running: [[Int]]
    /// Whether the test has sent its second action.
    var isSecond = false
    /// The earlier actions, as the reader distinguishes them.
    var read: [Int] = []
  }

  private func read(_ action: Int, after read: inout [Int]) {
    switch reader {
    case .nothing: break
    case .history: read.append(action)
    case .receive(action), .notReceived(action): read = [action]
    case .receiveInOrder(action, _) where read.isEmpty: read = [action]
    case .receiveInOrder(_, action) where read.count == 1: read.append(action)
    case .receive, .notReceived, .receiveInOrder: break
    }
  }

  private func outcome(of point: Point) -> Outcome {
    switch reader {
    case .nothing: Outcome(state: point.state, hasFailed: false)
    case .history: Outcome(state: point.state, hasFailed: false, order: point.read)
    case .receive: Outcome(state: point.state, hasFailed: point.read.isEmpty)
    case .receiveInOrder: Outcome(state: point.state, hasFailed: point.read.count < 2)
    case .notReceived: Outcome(state: point.state, hasFailed: !point.read.isEmpty)
    }
  }

  /// The final states of all orders.
  fileprivate var everyState: Set<State> {
    var plan = self
    plan.reader = .nothing
    return Set(plan.everyOutcome.outcomes.map(\.state))
  }

  /// The outcomes of all orders, and the number of orders.
  var everyOutcome: (outcomes: Set<Outcome>, orderCount: Int) {
    var known: [Point: (outcomes: Set<Outcome>, orderCount: Int)] = [:]
    func outcomes(from point: Point) -> (outcomes: Set<Outcome>, orderCount: Int) {
      if let outcomes = known[point] { return outcomes }
      if point.running.isEmpty, !point.isSecond {
        var next = point
        (next.isSecond, next.running) = (true, started(by: -2).map { [$0, 0] })
        return outcomes(from: next)
      }
      var (all, orderCount): (Set<Outcome>, Int) = ([], 0)
      for (index, effect) in point.running.enumerated() {
        var next = point
        let action = effect[0] * 10 + effect[1]
        read(action, after: &next.read)
        let started = apply(
          effects[effect[0]][effect[1]], of: action, to: &next.state, &next.object)
        next.running[index][1] += 1
        if next.running[index][1] == effects[effect[0]].count { next.running.remove(at: index) }
        next.running += started.map { [$0, 0] }
        next.running.sort { $0.lexicographicallyPrecedes($1) }
        let rest = outcomes(from: next)
        all.formUnion(rest.outcomes)
        orderCount += rest.orderCount
      }
      if point.running.isEmpty { (all, orderCount) = ([outcome(of: point)], 1) }
      known[point] = (all, orderCount)
      return (all, orderCount)
    }
    return outcomes(from: Point(running: started(by: -1).map { [$0, 0] }))
  }

  // MARK: - A run without a store

  /// Runs the feature as a store does: effects take turns, and the leaders act first.
  fileprivate func run(leaders: [UInt64]) -> (state: State, actions: RecordedActions) {
    var (state, object) = (State(), 0)
    var order = ActionOrder()
    var outcomes: [(action: UInt64, state: StateParts)] = []
    var laneCount = 0
    var running: [(effect: Int, number: Int, lane: Int)] = []
    func didReduce(_ action: Int, from source: ActionSource, starting started: [Int]) {
      order.didReduce(from: source)
      for effect in started {
        order.note(.started(byStep: outcomes.count), of: .init(lane: laneCount))
        running.append((effect, 0, laneCount))
        laneCount += 1
      }
      outcomes.append((StateParts(of: action).hash, StateParts(of: state)))
    }
    for action in secondCount == 0 ? [-1] : [-1, -2] {
      didReduce(action, from: .external, starting: started(by: action))
      while !running.isEmpty {
        let leader = order.events.count < leaders.count ? leaders[order.events.count] : nil
        let next = running.firstIndex { order.name(ofLane: $0.lane) == leader } ?? 0
        let (effect, number, lane) = running.remove(at: next)
        order.note(.acted, of: .init(lane: lane))
        let action = effect * 10 + number
        let started = apply(effects[effect][number], of: action, to: &state, &object)
        didReduce(action, from: .effect(.ofLane(lane)), starting: started)
        if number + 1 < effects[effect].count { running.append((effect, number + 1, lane)) }
      }
    }
    return (state, RecordedActions(order: order, outcomes: outcomes))
  }

  // MARK: - The feature

  func reduce(into state: inout State, action: Int) -> Effect<Int> {
    var hidden = object?.now ?? 0
    let started =
      action < 0
      ? started(by: action)
      : apply(effects[action / 10][action % 10], of: action, to: &state, &hidden)
    object?.now = hidden
    return .merge(
      started.map { effect in
        .run { send in
          for number in effects[effect].indices { await send(effect * 10 + number) }
        }
      })
  }

  nonisolated(nonsending) func run() async -> Outcome {
    var outcome = Outcome(state: State(), hasFailed: false)
    object?.now = 0
    let issues = await withCapturedIssues {
      let store = TestStore(.off, initialState: State()) { self }
      await store.send(-1)
      if secondCount > 0 { await store.send(-2) }
      switch reader {
      case .nothing: break
      case .history: outcome.order = store.history.map(\.action).filter { $0 >= 0 }
      case .receive(let action): await store.receive(action)
      case .receiveInOrder(let first, let second):
        await store.receive(inOrder: first, second)
      case .notReceived(let action): await store.assertNotReceived(action)
      }
      outcome.state = store.state
    }
    outcome.hasFailed = !issues.isEmpty
    return outcome
  }
}
