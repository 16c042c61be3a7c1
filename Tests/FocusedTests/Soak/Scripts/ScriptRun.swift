import FocusedTestStore

/// The run of a script in a test store.
struct ScriptRun: Sendable {
  /// `store.state` after each step.
  var states: [Tree.State] = []
  var history: [FocusedTestStore.Step<Tree.Action>] = []
  var isDismissed = false
  /// The reported errors, in order.
  var issues: [ReportedIssue] = []
}

extension Script {
  /// Runs the script on a test store.
  nonisolated(nonsending) func run() async -> ScriptRun {
    var run = ScriptRun()
    let issues = await withCapturedIssues {
      let runner = ScriptRunner(self)
      await runner.take(Array(steps.enumerated())[...])
      run.states = runner.states
      run.history = runner.store.history
      run.isDismissed = runner.store.isDismissed
    }
    run.issues = issues.filter { $0.severity == .error }
    return run
  }
}

private final class ScriptRunner {
  let store: TestStore<Tree.State, Tree.Action>
  let clock = TestClock()
  let endpoints = [
    Stub<Int, Int>("load0", timeout: .milliseconds(1)),
    Stub<Int, Int>("load1", timeout: .milliseconds(1)),
  ]
  var tasks: [TestStoreTask] = []
  var states: [Tree.State] = []

  init(_ script: Script) {
    store = TestStore(
      script.mode.exhaustivity, initialState: Script.state,
      reducer: { PlannedFeature(plan: script.plan) },
      withDependencies: { [clock, endpoints] in
        $0.continuousClock = clock
        $0.loader.load = { try await endpoints[$0].call($0) }
      },
      line: UInt(Script.firstLine))
    // A script waits only for stuck effects, so each wait times out.
    store.timeout = .milliseconds(1)
  }

  nonisolated(nonsending) func take(_ steps: ArraySlice<(offset: Int, element: ScriptStep)>) async {
    var steps = steps
    while let (index, step) = steps.popFirst() {
      guard case .begin(let mode) = step else {
        await take(step, line: UInt(Script.line(of: index)))
        states.append(store.state)
        continue
      }
      let inner = steps.prefix { $0.element != .end }
      let hasEnd = inner.count < steps.count
      steps = steps.dropFirst(inner.count + 1)
      await store.withExhaustivity(mode.exhaustivity) {
        states.append(store.state)
        await take(inner)
      }
      if hasEnd { states.append(store.state) }
    }
  }

  private nonisolated(nonsending) func take(_ step: ScriptStep, line: UInt) async {
    switch step {
    case .send(let action, let claims):
      tasks.append(await store.send(action, assert: closure(claims), line: line))
    case .receive(.action(let action), let claims):
      await store.receive(action, assert: closure(claims), line: line)
    case .receive(.sameCase(let action), let claims):
      await receiveCase(of: action, claims, line)
    case .receive(.sameCaseAndValue(let action), let claims):
      await receiveCaseAndValue(of: action, claims, line)
    case .receiveInOrder(let actions):
      switch actions.count {
      case 1: await store.receive(inOrder: actions[0], line: line)
      case 2: await store.receive(inOrder: actions[0], actions[1], line: line)
      default: await store.receive(inOrder: actions[0], actions[1], actions[2], line: line)
      }
    case .assertNotReceived(let action): await store.assertNotReceived(action, line: line)
    case .assert(let claims): store.assert({ claims.apply(to: &$0) }, line: line)
    case .advance(let ticks): await clock.advance(by: .seconds(ticks))
    case .succeed(let endpoint, let value):
      await endpoints[endpoint].succeed(with: value, line: line)
    case .fail(let endpoint): await endpoints[endpoint].fail(with: Failure(), line: line)
    case .skipReceivedActions(let strict):
      await store.skipReceivedActions(strict: strict, line: line)
    case .skipInFlightEffects(let strict):
      await store.skipInFlightEffects(strict: strict, line: line)
    case .set(let mode): store.exhaustivity = mode.exhaustivity
    case .begin, .end: break
    case .settle: await store.settle()
    case .finish: await store.finish(line: line)
    case .cancelTask(let send): await tasks[send].cancel()
    case .finishTask(let send): await tasks[send].finish(line: line)
    }
  }

  private func closure(_ claims: [StateClaim]?) -> ((inout Tree.State) throws -> Void)? {
    claims.map { claims in { claims.apply(to: &$0) } }
  }

  private nonisolated(nonsending) func receiveCase(
    of action: Tree.Action, _ claims: [StateClaim]?, _ line: UInt
  ) async {
    let closure = closure(claims)
    switch action {
    case .step: await store.receive(case: { .step($0) }, assert: closure, line: line)
    case .loaded: await store.receive(case: { .loaded($0) }, assert: closure, line: line)
    case .failed: await store.receive(.failed, assert: closure, line: line)
    case .scoped: await store.receive(case: { .scoped($0) }, assert: closure, line: line)
    case .optional: await store.receive(case: { .optional($0) }, assert: closure, line: line)
    case .rows: await store.receive(case: { .rows($0) }, assert: closure, line: line)
    case .sheet: await store.receive(case: { .sheet($0) }, assert: closure, line: line)
    case .path: await store.receive(case: { .path($0) }, assert: closure, line: line)
    }
  }

  private nonisolated(nonsending) func receiveCaseAndValue(
    of action: Tree.Action, _ claims: [StateClaim]?, _ line: UInt
  ) async {
    let closure = closure(claims)
    switch action {
    case .step(let value):
      await store.receive(case: { .step($0) }, value, assert: closure, line: line)
    case .loaded(let value):
      await store.receive(case: { .loaded($0) }, value, assert: closure, line: line)
    case .scoped(.step(let value)):
      await store.receive(case: { .scoped(.step($0)) }, value, assert: closure, line: line)
    case .optional(let value):
      await store.receive(case: { .optional($0) }, value, assert: closure, line: line)
    case .rows(.element(let id, .step(let value))):
      await store.receive(
        case: { .rows(.element(id: id, action: .step($0))) }, value, assert: closure, line: line)
    case .sheet(.presented(let value)):
      await store.receive(case: { .sheet(.presented($0)) }, value, assert: closure, line: line)
    case .failed, .sheet(.dismiss), .path:
      await store.receive(action, assert: closure, line: line)
    }
  }
}

private struct Failure: Error {}

extension [StateClaim] {
  fileprivate func apply(to state: inout Tree.State) {
    for claim in self { claim.apply(to: &state) }
  }
}
