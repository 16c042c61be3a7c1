import Core
import FocusedTestStore
import Testing

/// An exploration runs exactly the possible action sequences.
struct ActionSequenceCompletenessTests {
  /// A feature that records its actions, and starts two effects for each `start`.
  private struct Tape: Reducer {
    struct State: Equatable {
      var actions: [Action] = []
    }

    enum Action: Equatable, Sendable, CaseIterable { case start, one, two, three }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.actions.append(action)
      guard action == .start else { return .none }
      return .merge(.run { await $0(.one) }, .run { await $0(.two) })
    }
  }

  @Test(arguments: 2...5)
  func `A search that the limit ends is not complete`(_ limit: Int) async {
    let report = await ExplorationReport.of(limit) {
      let store = TestStore(.off, initialState: Tape.State()) { Tape() }
      await store.explore(upTo: 1) { _ in [.start] }
    }
    claimEqual(report.explored?.isComplete, false)
    let whole = await ExplorationReport.of(1_000) {
      let store = TestStore(.off, initialState: Tape.State()) { Tape() }
      await store.explore(upTo: 1) { _ in [.start] }
    }
    claimEqual(whole.explored?.isComplete, true)
  }

  @Test(arguments: 2...7)
  func `Each exploration of a test continues from a state separately`(_ limit: Int) async {
    let seen = Lock<Set<[Tape.Action]>>([])
    let test: @Sendable () async -> Void = {
      let store = TestStore(.off, initialState: Tape.State()) { Tape() }
      await store.explore(upTo: 1) { _ in [.one] }
      await store.explore(upTo: 1) { _ in [.two, .three] }
      let actions = store.history.map(\.action)
      seen.withLock { _ = $0.insert(actions) }
    }
    let explored = await ExplorationReport.of(limit, test).explored
    if explored?.description.contains("with every state") == true {
      #expect(seen.withLock { $0 }.isSuperset(of: [[.one], [.two], [.three]]))
    }
    #expect((explored?.description == "all 6 action sequences of up to 1 step") == (limit >= 6))
  }

  /// A machine with a few states, defined by a table.
  private struct Machine: Reducer {
    typealias State = Int
    typealias Action = Int

    let table: [[Int]]

    func reduce(into state: inout Int, action: Int) -> Effect<Int> {
      state = table[state][action]
      return .none
    }

    /// The minimum number of steps from the first state to each other state.
    var distances: [Int: Int] {
      var distances = [0: 0]
      var queue = [0]
      while !queue.isEmpty {
        let state = queue.removeFirst()
        for next in table[state] where distances[next] == nil {
          distances[next] = distances[state]! + 1
          queue.append(next)
        }
      }
      return distances
    }

    static func random(_ random: inout SeededRandom) -> Machine {
      let (states, actions) = (Int.random(in: 2...9, using: &random), 3)
      return Machine(
        table: (0..<states).map { _ in
          (0..<Int.random(in: 1...actions, using: &random)).map { _ in
            Int.random(in: 0..<states, using: &random)
          }
        })
    }
  }

  @Test(arguments: 1...30)
  func `The path to each state of a random machine is the shortest`(_ seed: UInt64) async {
    var random = SeededRandom(seed: seed)
    let machine = Machine.random(&random)
    for (goal, distance) in machine.distances where distance > 0 {
      let report = await ExplorationReport.of(300) {
        let store = TestStore(.off, initialState: 0) { machine }
        await store.explore(upTo: 9) {
          Array(machine.table[$0].indices)
        } always: { state in
          if state == goal { reportIssue("There.") }
        }
      }
      let steps = distance == 1 ? "1 step" : "\(distance) steps"
      #expect(report.issues.first?.message.contains("It fails after \(steps).") == true)
    }
  }

  @Test(arguments: 1...30)
  func `All action sequences of a random machine run`(_ seed: UInt64) async {
    var random = SeededRandom(seed: seed)
    let machine = Machine.random(&random)
    /// The number of action sequences with at most `limit` steps.
    func count(from state: Int, upTo limit: Int) -> Int {
      guard limit > 0 else { return 1 }
      return machine.table[state].reduce(1) { $0 + count(from: $1, upTo: limit - 1) }
    }
    let runs = Lock(0)
    let report = await ExplorationReport.of(1_000) {
      let store = TestStore(.off, initialState: 0) { machine }
      await store.explore(upTo: 4) { Array(machine.table[$0].indices) }
      runs.withLock { $0 += 1 }
    }
    let expected = count(from: 0, upTo: 4)
    let sequences = expected == 1 ? "1 action sequence" : "\(expected) action sequences"
    claimEqual(report.explored?.description, "all \(sequences) of up to 4 steps")
    claimEqual(runs.withLock { $0 }, expected)
  }
}
