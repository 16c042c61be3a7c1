import TestEvents
import FocusedTestStore
import Testing

/// Runs random features without each of their behaviors. A store that suppresses a behavior must act like a reducer
/// that lacks the code for the behavior.
///
/// `FOCUSED_SOAK=5000 swift test --filter RandomMutant` runs any number of features.
struct RandomMutantTests {
  // Runs only one order: in another order, the turns of effects may depend on the missing effect.
  @Test(.schedules(1)) func `a mutant does what the same change of the source does`() async throws {
    var mutants = 0
    let seeds = SoakSize.seeds(everyRun: 16)
    for seed in seeds {
      let plan = MutablePlan(seed: seed)
      let facts = await LedgerWriter.collecting { _ = await plan.run() }
      let behaviors = Set(facts.map(\.behavior)).filter { $0.outcome != .nothing }.sorted()
      for behavior in behaviors {
        mutants += 1
        let expected = await plan.run(without: behavior)
        var actual = MutablePlan.Run()
        let mutation = try await mutating(
          behavior.feature, behavior.action, behavior.outcome
        ) {
          actual = await plan.run()
        }
        #expect(actual == expected, "seed \(seed), \(behavior): \(plan)")
        #expect(mutation.events == [.applied], "seed \(seed), \(behavior): \(plan)")
        if actual != expected { return }
      }
    }
    #expect(mutants > seeds.count)
  }
}

/// A random feature, and the steps of a test of it.
struct MutablePlan {
  enum Operation {
    case set(Int, to: Int)
    case send(Int)
    case start(Int)
    case cancel(Int)
  }

  enum EffectStep {
    case sleep(Int)
    case send(Int)
  }

  enum TestStep {
    case send(Int)
    case advance(Int)
  }

  /// The result of a run.
  struct Run: Equatable {
    var actions: [Int] = []
    var state = MutableFeature.State()
  }

  private(set) var actions: [[Operation]] = []
  private(set) var effects: [[EffectStep]] = []
  private(set) var script: [TestStep] = []

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let count = 6
    effects = (0..<3).map { effect in
      // Effects send only later actions, to avoid cycles, and no actions that cancel.
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Bool.random(using: &random)
          ? .sleep(.random(in: 1...2, using: &random))
          : .send(.random(in: 4..<count, using: &random))
      }
    }
    actions = (0..<count).map { action in
      var operations: [Operation] = []
      for field in 0..<3 where Int.random(in: 0..<3, using: &random) > 0 {
        operations.append(.set(field, to: .random(in: 0...3, using: &random)))
      }
      if action < 4 {
        for effect in 0..<3 where Int.random(in: 0..<4, using: &random) == 0 {
          operations.append(Bool.random(using: &random) ? .cancel(effect) : .start(effect))
        }
      }
      if action + 1 < count, Bool.random(using: &random) {
        operations.append(.send(.random(in: (action + 1)..<count, using: &random)))
      }
      return operations
    }
    script = (0..<8).map { _ in
      Int.random(in: 0..<4, using: &random) == 0
        ? .advance(.random(in: 1...3, using: &random))
        : .send(.random(in: 0..<count, using: &random))
    }
  }

  nonisolated(nonsending) func run(without missing: Behavior? = nil) async -> Run {
    let clock = TestClock()
    let store = TestStore(.off, initialState: MutableFeature.State()) {
      MutableFeature(plan: self, missing: missing)
    } withDependencies: {
      $0.continuousClock = clock
    }
    for step in script {
      switch step {
      case .send(let action): await store.send(MutableFeature.Action.all[action])
      case .advance(let seconds): await clock.advance(by: .seconds(seconds))
      }
    }
    await clock.advance(by: .seconds(20))
    return Run(
      actions: store.history.compactMap { MutableFeature.Action.all.firstIndex(of: $0.action) },
      state: store.state)
  }
}

struct MutableFeature: Reducer {
  struct Part: Equatable {
    var first = 0
    var second = 0
  }

  struct State: Equatable {
    var part = Part()
    var third: Int? = 0
  }

  enum Action: Equatable {
    case zero, one, two, three, four, five

    static let all: [Action] = [.zero, .one, .two, .three, .four, .five]
  }

  let plan: MutablePlan
  let missing: Behavior?

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .merge(
      plan.actions[Action.all.firstIndex(of: action)!].map { operation in
        perform(operation, of: action, &state)
      })
  }

  private func perform(
    _ operation: MutablePlan.Operation, of action: Action, _ state: inout State
  ) -> Effect<Action> {
    switch operation {
    case .set(let field, let value):
      let names = ["part.first", "part.second", "third"]
      guard keeps(action, .field(names[field])) else { return .none }
      switch field {
      case 0: state.part.first = value
      case 1: state.part.second = value
      default: state.third = value
      }
      return .none
    case .send(let other):
      let other = Action.all[other]
      return keeps(action, .sends("\(other)")) ? .send(other) : .none
    case .start(let effect):
      guard keeps(action, .starts("effect\(effect)")) else { return .none }
      return .run(name: "effect\(effect)") { send in
        for step in plan.effects[effect] {
          switch step {
          case .sleep(let seconds): try await clock.sleep(for: .seconds(seconds))
          case .send(let other):
            let other = Action.all[other]
            if keeps(action, .sends("\(other)")) { await send(other) }
          }
        }
      }
      .cancellable(id: effect)
    case .cancel(let effect):
      return keeps(action, .cancels("effect\(effect)")) ? .cancel(id: effect) : .none
    }
  }

  private func keeps(_ action: Action, _ outcome: Behavior.Outcome) -> Bool {
    missing
      != Behavior(
        module: "FocusedTests", feature: "MutableFeature", action: "\(action)", outcome: outcome)
  }
}
