import Core
import FocusedTestStore

/// A feature whose effects consist of tasks. The rules of the language alone determine the possible orders of its
/// actions: see ``TaskModel``.
struct TaskPlan: Sendable {
  indirect enum Move: Sendable {
    case send(Int)
    case yield
    /// Gets the next number from an actor, and sends it.
    case number(ofActor: Int, Int)
    /// Runs each list in a child task, and waits for all of them.
    case group([[Move]])
    /// Runs each list in a child task, and cancels the others when the first one has ended.
    case race([[Move]])
    /// Runs a list while an `async let` runs each of the other lists.
    case asyncLet([[Move]], [Move])
    /// Lets child tasks write numbers to a stream, whose reader sends them.
    case stream([[Int]])
  }

  /// The effects, which a `.merge` starts.
  let effects: [[Move]]
}

extension TaskPlan {
  init(seed: UInt64, actions: Int) {
    var random = SeededRandom(seed: seed)
    var left = actions
    var next = 1
    effects = (0..<random.number(1..<3)).map { _ in
      Self.moves(&random, &left, &next, count: random.number(1..<3), depth: 0)
    }
  }

  private static func moves(
    _ random: inout SeededRandom, _ left: inout Int, _ next: inout Int, count: Int, depth: Int
  ) -> [Move] {
    func number(_ left: inout Int, _ next: inout Int) -> Int {
      left -= 1
      defer { next += 1 }
      return next
    }
    func children(
      _ random: inout SeededRandom, _ left: inout Int, _ next: inout Int
    ) -> [[Move]] {
      (0..<random.number(1..<3)).map { _ in
        moves(&random, &left, &next, count: random.number(1..<3), depth: depth + 1)
      }
    }
    return (0..<count).map { _ in
      guard left > 0 else { return .yield }
      switch random.number(0..<(depth < 2 ? 100 : 45)) {
      case ..<25: return .send(number(&left, &next))
      case ..<30: return .yield
      case ..<45: return .number(ofActor: random.number(0..<2), number(&left, &next))
      case ..<65: return .group(children(&random, &left, &next))
      case ..<78: return .race(children(&random, &left, &next))
      case ..<92:
        let children = children(&random, &left, &next)
        return .asyncLet(children, moves(&random, &left, &next, count: 1, depth: depth + 1))
      default:
        return .stream(
          (0..<random.number(1..<3)).map { _ in
            (0..<random.number(0..<3)).compactMap { _ in
              left > 0 ? number(&left, &next) : nil
            }
          })
      }
    }
  }
}

// MARK: - Running

extension TaskPlan {
  /// The actors of one run.
  private actor Counter {
    private var count = 0

    func next() -> Int {
      count += 1
      return count
    }
  }

  struct Feature: Reducer {
    let plan: TaskPlan
    /// An operation before each move that disturbs the order.
    var disturb: @Sendable () async -> Void = {}

    func reduce(into state: inout [Int], action: Int) -> Effect<Int> {
      if action > 0 {
        state.append(action)
        return .none
      }
      let counters = [Counter(), Counter()]
      return .merge(
        plan.effects.map { moves in
          .run { send in await perform(moves, send, counters) }
        })
    }

    @Sendable private func perform(
      _ moves: [Move], _ send: Send<Int>, _ counters: [Counter]
    ) async {
      for move in moves {
        await disturb()
        await perform(move, send, counters)
      }
    }

    @Sendable private func perform(
      _ move: Move, _ send: Send<Int>, _ counters: [Counter]
    ) async {
      switch move {
      case .send(let action): await send(action)
      case .yield: await Task.yield()
      case .number(let counter, let action):
        let number = await counters[counter].next()
        await disturb()
        await send(action + 100 * number)
      case .group(let children):
        await withTaskGroup { group in
          for moves in children { group.addTask { await perform(moves, send, counters) } }
        }
      case .race(let children):
        await withTaskGroup { group in
          for moves in children { group.addTask { await perform(moves, send, counters) } }
          await group.next()
          group.cancelAll()
        }
      case .asyncLet(let children, let body):
        async let first: Void = perform(children[0], send, counters)
        async let second: Void = perform(children.count > 1 ? children[1] : [], send, counters)
        await perform(body, send, counters)
        _ = await (first, second)
      case .stream(let numbers):
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        await withTaskGroup { group in
          group.addTask { for await action in stream { await send(action) } }
          await withTaskGroup { group in
            for numbers in numbers {
              group.addTask {
                for number in numbers {
                  await disturb()
                  continuation.yield(number)
                  await Task.yield()
                }
              }
            }
          }
          continuation.finish()
        }
      }
    }
  }

  /// The order of actions in production, with random disturbances.
  @MainActor func runLive(seed: UInt64) async -> [Int] {
    let random = Lock(SeededRandom(seed: seed))
    let store = Store(initialState: []) {
      Feature(plan: self) {
        for _ in 0..<random.withLock({ $0.number(0..<4) }) { await Task.yield() }
      }
    }
    await store.send(0).finish()
    return store.state
  }

  /// The order in a test.
  nonisolated(nonsending) func run() async -> [Int] {
    let store = TestStore(.off, initialState: []) { Feature(plan: self) }
    await store.send(0)
    await store.finish()
    return store.state
  }

  nonisolated(nonsending) func run(under run: ScheduleRun) async -> [Int] {
    await CurrentRun.$value.withValue(run) { await self.run() }
  }

  /// The orders under up to `limit` schedules, and whether these are all.
  nonisolated(nonsending) func orders(limit: Int) async -> (found: Set<[Int]>, areAll: Bool) {
    var search = ScheduleSearch(limit: limit)
    var found: Set<[Int]> = []
    while let schedule = search.next() {
      let run = ScheduleRun(schedule)
      found.insert(await self.run(under: run))
      search.didRun(run.log)
    }
    return (found, search.isComplete)
  }
}
