import FocusedTestStore

/// The steps of a store.
struct StoreRun: Equatable, Sendable {
  var actions: [Tree.Action] = []
  var state: Tree.State
  /// The first line of each issue.
  var issues: [String] = []

  /// The actions as one line.
  var source: String { actions.map(\.source).joined(separator: " ") }
}

/// A plan, and the actions that are sent to it, in order.
struct ParityCase: Sendable {
  var plan: Plan
  var sends: [Tree.Action] = [.step(0)]

  /// A state in which every child is present.
  static var state: Tree.State {
    var state = Tree.State()
    state.optional = Leaf.State()
    state.rows = [Leaf.State(id: 0), Leaf.State(id: 1)]
    state.sheet = Leaf.State()
    state.path = StackState([Leaf.State(), Leaf.State()])
    return state
  }

  /// The expected steps, or nil if the order is not determined.
  var expected: StoreRun? {
    var model = EffectModel(plan, state: Self.state)
    for action in sends {
      model.send(action)
      guard model.isDetermined else { return nil }
    }
    return StoreRun(actions: model.reduced, state: model.state)
  }

  /// Runs the plan live.
  @MainActor func live() async -> StoreRun {
    let reduced = Collected<Tree.Action>()
    var state = Tree.State()
    let issues = await withCapturedIssues {
      let store = Store(initialState: Self.state) {
        PlannedFeature(plan: plan, willReduce: { reduced.append($0) })
      } withDependencies: {
        $0.continuousClock = ImmediateClock()
      }
      for action in sends { await store.send(action).finish() }
      state = store.state
    }
    return StoreRun(actions: reduced.values, state: state, issues: issues.map(\.headline))
  }

  /// Runs the plan in a test store.
  nonisolated(nonsending) func tested() async -> StoreRun {
    let reduced = Collected<Tree.Action>()
    var state = Tree.State()
    let issues = await withCapturedIssues {
      let store = TestStore(.off, initialState: Self.state) {
        PlannedFeature(plan: plan, willReduce: { reduced.append($0) })
      } withDependencies: {
        $0.continuousClock = ImmediateClock()
      }
      // The main actor runs when it is free: this test doesn't check how soon.
      store.timeout = .seconds(60)
      for action in sends {
        await store.send(action)
        await store.finish()
      }
      state = store.state
    }
    return StoreRun(actions: reduced.values, state: state, issues: issues.map(\.headline))
  }

  var smaller: [ParityCase] {
    var cases: [ParityCase] = []
    for index in sends.indices where sends.count > 1 {
      cases.append(self)
      cases[index].sends.remove(at: index)
    }
    return cases + plan.smaller.map { ParityCase(plan: $0, sends: sends) }
  }
}

extension ReportedIssue {
  fileprivate var headline: String { String(message.prefix { $0 != "\n" }) }
}
