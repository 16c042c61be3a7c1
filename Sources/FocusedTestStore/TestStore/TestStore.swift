import Core

/// Runs a feature in a test, and checks what the test asserts about it.
///
/// In ``Exhaustivity/off``, a test states only its behavior. The store compares the fields that a
/// `send` or `receive` closure names. It receives and reduces effect actions that the test doesn't
/// mention. Effects can outlive the test.
///
/// ```swift
/// let store = TestStore(.off, initialState: Profile.State()) {
///   Profile()
/// }
///
/// await store.send(.changeIdentity(name: "Marie", surname: "Curie")) {
///   $0.name = "Marie"
/// }
/// ```
///
/// In ``Exhaustivity/on`` every state change, every received action and every effect must be
/// accounted for, as in the test store of The Composable Architecture, whose API this one follows.
///
/// Effects run on an executor that the store owns, on the test's own thread, in a fixed order. When `send`
/// returns, all work that needs no external event has run. <doc:TheEngine> lists the limits of both. The
/// store isn't bound to an actor: use it from a `@MainActor` method or from a plain test function.
///
/// One task at a time drives a store. During a call, its properties can be read and set: they show
/// the last completed step, and a setter takes effect when the running call ends.
public final class TestStore<State, Action> {
  package let scheduler: EffectScheduler
  /// The values that the properties show to any task.
  let snapshot: StoreSnapshot<State, Action>
  /// All that changes in the store. A call of the test receives it with the turn.
  private let machine: RuntimeConfined<StoreMachine<State, Action>>
  /// Whether anything listens to the store.
  let hasListeners: Bool

  /// Creates a store for a feature.
  ///
  /// The types are inferred from the reducer, so the initial state can be an implicit member or a
  /// literal: `.main(…)`, `[]`, `nil`.
  ///
  /// - Parameters:
  ///   - exhaustivity: The changes, actions, and effects that must be asserted. The default is ``Exhaustivity/on``,
  ///     unless a trait of the test or `withExhaustivity(_:operation:)` sets another one.
  ///   - initialState: The initial state. The expression can read the store's dependencies.
  ///   - reducer: The feature's logic.
  ///   - updateDependencies: Overrides dependencies for this store, including its effects.
  public init<R: Reducer<State, Action>>(
    _ exhaustivity: Exhaustivity = .current,
    initialState: @autoclosure () -> State,
    reducer: () -> R,
    withDependencies updateDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let creation = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let scheduler = EffectScheduler.forNewStore(createdAt: creation)
    var dependencies = DependencyValues.current.forTestStore(
      ObjectIdentifier(scheduler),
      dismiss: DismissEffect(
        dismiss: { scheduler.dismissRoot(at: $0) },
        reportOutsideEffect: { scheduler.reportDismissalOutsideEffect(at: $0) }))
    scheduler.prepare(&dependencies, updateDependencies)

    let (state, reducer) = dependencies.asCurrent { (initialState(), reducer()) }
    let settings = StoreSettings(exhaustivity: exhaustivity, dependencies: dependencies)
    let machine = scheduler.ifFree { work in
      dependencies.asCurrent {
        StoreMachine(work, state: state, reducer: reducer, settings: settings, createdAt: creation)
      }
    }
    guard let machine else { preconditionFailure("No other code uses a new store (did use it)") }
    self.scheduler = scheduler
    self.machine = RuntimeConfined(machine)
    snapshot = machine.snapshot
    hasListeners = machine.hasListeners
  }

  /// Creates a store for a list of reducers, which run from top to bottom.
  ///
  /// - Parameters:
  ///   - exhaustivity: The changes, actions, and effects that must be asserted.
  ///   - initialState: The initial state. The expression can read the store's dependencies.
  ///   - reducers: The feature's logic.
  ///   - updateDependencies: Overrides dependencies for this store, including its effects.
  @_disfavoredOverload
  public convenience init<Reducers: Reducer<State, Action>>(
    _ exhaustivity: Exhaustivity = .current,
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer reducers: () -> _ReducerList<Reducers>,
    withDependencies updateDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      exhaustivity, initialState: initialState(), reducer: { reducers().reducers },
      withDependencies: updateDependencies,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  deinit {
    scheduler.close { [machine] in machine.value.close() }
  }
}

/// A ``TestStore`` for a reducer: `TestStoreOf<Profile>`.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action>

// A call of the test.
extension TestStore {
  /// Makes a call of the test, which receives the machine with the turn.
  ///
  /// - Returns: The result, or `nil` if the call was refused. That was reported, unless the store has ended.
  @discardableResult
  nonisolated(nonsending) package func call<R>(
    _ method: StoreMethod, at callSite: CallSite,
    _ operation: nonisolated(nonsending) (StoreMachine<State, Action>) async -> R
  ) async -> R? {
    let machine = machine.value
    return await scheduler.call(method, at: callSite) { _ in await operation(machine) }
  }

  /// Uses the machine when no other code does.
  nonisolated(nonsending) package func exclusively<R>(
    _ operation: nonisolated(nonsending) (StoreMachine<State, Action>) async -> R
  ) async -> R {
    let machine = machine.value
    return await scheduler.exclusively { _ in await operation(machine) }
  }

  /// Notifies the listeners, now or as soon as no other code has the turn.
  func notify(
    _ event: @escaping (StoreMachine<State, Action>) -> StoreEvent<State, Action>
  ) {
    let machine = machine
    scheduler.inOwnTurn { machine.value.notify(event(machine.value)) }
  }

  nonisolated(nonsending) func send(
    _ action: Action, by call: TestCall<State, Action>
  ) async -> TestStoreTask {
    let task = await self.call(.send, at: call.callSite) { machine in
      await machine.work.drain()
      let sent = machine.send(action, by: call)
      await machine.work.drain()
      // An issue of the reducer explains a state that is not as expected.
      machine.work.flushIssues()
      sent.report?()
      return self.task(for: sent.effects, of: machine, step: sent.step)
    }
    return task ?? TestStoreTask(scheduler: scheduler)
  }

  private func task(
    for effects: EffectGroup?, of machine: StoreMachine<State, Action>, step: Int
  ) -> TestStoreTask {
    if effects == nil { return TestStoreTask(scheduler: scheduler) }
    return TestStoreTask(
      group: effects, scheduler: scheduler, timeout: timeout,
      didWait: RuntimeConfined { [weak machine] effects, outcome, callSite in
        machine?.didWait(for: effects, root: step, outcome, at: callSite)
      })
  }

  /// - Parameter start: The first step that can match the expectation.
  /// - Returns: The action's step, or `nil` if the action was reported as missing or out of order.
  nonisolated(nonsending) func receive(
    _ expectation: ActionExpectation<Action>, after start: Int, timeout: Duration?,
    by call: TestCall<State, Action>
  ) async -> Int? {
    let timeout = timeout ?? self.timeout
    return await self.call(.receive, at: call.callSite) { machine in
      await machine.receive(expectation, after: start, timeout: timeout, by: call)
    } ?? nil
  }

  nonisolated(nonsending) func assertNotReceived(
    _ expectation: ActionExpectation<Action>, at callSite: CallSite
  ) async {
    await call(.assertNotReceived, at: callSite) { machine in
      await machine.work.drain()
      machine.assertNotReceived(expectation, at: callSite)
    }
  }

  func assert(by call: TestCall<State, Action>) {
    let machine = machine.value
    scheduler.callAtOnce(.assert, at: call.callSite) { _ in machine.assert(by: call) }
  }
}

extension TestStore {
  /// The state of the feature.
  ///
  /// In ``Exhaustivity/off`` it is the live state, with every received action in it, asserted or
  /// not. In ``Exhaustivity/on`` it is the state as of the last asserted step. In an assert
  /// closure, it is the state before that step.
  public var state: State { state(readBy: nil) }

  /// The state that the store shows, read by the test unless its reducer or an assert closure reads it.
  ///
  /// - Parameter lens: The lens of the scoped store that the test reads, if it reads one.
  func state(readBy lens: StoreLens<State, Action>?) -> State {
    if let state = machine.value.stateBeforeClosure { return state }
    let (state, step) = snapshot.read { ($0.state, $0.step) }
    if hasListeners, !scheduler.isRunningOnThisThread {
      notify { _ in .didRead(state, upTo: step, by: lens) }
    }
    return state
  }

  /// The longest time that `receive` and `finish` wait for an external event.
  ///
  /// They do not wait if only the test can cause the event.
  public var timeout: Duration {
    get { snapshot.read { $0.settings.timeout } }
    set { set { $0.timeout = newValue } }
  }

  /// The exhaustivity of the store. It can change at any time.
  ///
  /// Changes and actions in `.off` need no assertions later: a change back to `.on` uses the live
  /// state as the new baseline, and drops the received actions.
  public var exhaustivity: Exhaustivity {
    get { snapshot.read { $0.settings.exhaustivity } }
    set { set { $0.exhaustivity = newValue } }
  }

  /// The dependencies of the feature. A change applies to later reductions and to the effects that
  /// they start.
  // FocusedTCA declares the same for features of TCA.
  @_disfavoredOverload
  public var dependencies: DependencyValues {
    get { snapshot.read { $0.settings.dependencies } }
    set { set { $0.dependencies = newValue } }
  }

  /// The number of jobs in one drain after which the store reports that its effects don't become
  /// idle.
  ///
  /// At the limit, one issue names the effects that are still running, and the store ends: later calls do nothing. Raise
  /// it for a test that does more work at once.
  public var jobLimit: Int {
    get { snapshot.read { $0.settings.jobLimit } }
    set { set { $0.jobLimit = newValue } }
  }

  /// Every action that was reduced, in order, and its origin. It keeps no states alive.
  public var history: [Step<Action>] { snapshot.read { $0.history } }

  /// Whether the feature has dismissed itself. A root feature can do so once.
  public var isDismissed: Bool {
    if hasListeners { notify { _ in .didReadDismissal } }
    return snapshot.read { $0.isDismissed }
  }

  /// Lets another library take part in the store's checks.
  func setForeign(_ feature: any ForeignFeature<State>) {
    snapshot.change { $0.foreign = feature }
    scheduler.runsAsInTCA = true
    let machine = machine
    scheduler.inOwnTurn {
      machine.value.foreign = feature
      machine.value.notify(.didSetForeign(feature))
    }
  }

  /// Changes the settings. The change takes effect when the running call ends, or at once if no call runs.
  private func set(_ change: (inout StoreSettings) -> Void) {
    // The old values are released after the lock, because that may run code of the app.
    _ = snapshot.change { content in
      let old = content.settings
      change(&content.settings)
      return old
    }
    let machine = machine
    scheduler.inOwnTurn { machine.value.applySettings() }
  }

  /// Runs an operation with another exhaustivity, and restores the previous one.
  ///
  /// - Throws: The error that `operation` throws.
  @discardableResult
  public func withExhaustivity<R>(
    _ exhaustivity: Exhaustivity, operation: () throws -> R
  ) rethrows -> R {
    let previous = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = previous }
    return try operation()
  }

  /// Runs an asynchronous operation with another exhaustivity, and restores the previous one.
  ///
  /// - Throws: The error that `operation` throws.
  @discardableResult
  nonisolated(nonsending) public func withExhaustivity<R>(
    _ exhaustivity: Exhaustivity,
    operation: nonisolated(nonsending) () async throws -> R
  ) async rethrows -> R {
    let previous = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = previous }
    return try await operation()
  }

  /// Runs an asynchronous operation without a result with another exhaustivity, and restores the previous one.
  ///
  /// - Throws: The error that `operation` throws.
  nonisolated(nonsending) public func withExhaustivity(
    _ exhaustivity: Exhaustivity,
    operation: nonisolated(nonsending) () async throws -> Void
  ) async rethrows {
    // Without this overload, `withKnownIssue { await store.withExhaustivity(.off) { await store.send(.saved) } }` is
    // ambiguous, because either closure can drop the result of `send`.
    let previous = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = previous }
    try await operation()
  }

  /// Runs an operation with other dependencies of the feature, and restores the previous ones.
  ///
  /// - Throws: The error that `operation` throws.
  @_disfavoredOverload
  @discardableResult
  public func withDependencies<R>(
    _ updateDependencies: (inout DependencyValues) -> Void, operation: () throws -> R
  ) rethrows -> R {
    let previous = dependencies
    scheduler.prepare(&dependencies, updateDependencies)
    defer { dependencies = previous }
    return try operation()
  }

  /// Runs an asynchronous operation with other dependencies of the feature, and restores the previous
  /// ones.
  ///
  /// - Throws: The error that `operation` throws.
  @_disfavoredOverload
  @discardableResult
  nonisolated(nonsending) public func withDependencies<R>(
    _ updateDependencies: (inout DependencyValues) -> Void,
    operation: nonisolated(nonsending) () async throws -> R
  ) async rethrows -> R {
    let previous = dependencies
    scheduler.prepare(&dependencies, updateDependencies)
    defer { dependencies = previous }
    return try await operation()
  }
}

// The implementation of `dismiss` in a root store.
extension EffectScheduler {
  /// Dismisses the root feature, which ends the store's effects. Reports an issue outside an effect.
  func dismissRoot(at callSite: CallSite) {
    if isOver { return }
    guard let effect = RunningEffect.current else {
      return reportDismissalOutsideEffect(at: callSite)
    }
    effect.lane.performNow(
      ConfinedWork { [self] isCancelled in
        if !isCancelled, effect.willDismiss() { ownWork?.runtime?.dismiss(by: effect.origin) }
      })
  }

  /// Reports a dismissal outside an effect. The buffer passes the issue to the test, because a detached task belongs to
  /// no test.
  func reportDismissalOutsideEffect(at callSite: CallSite) {
    if isOver { return }
    issues.report(ReportedIssue(DependencyMessages.dismissedFromOutside, at: callSite))
  }

  /// Overrides dependencies of the scheduler's store.
  fileprivate func prepare(
    _ dependencies: inout DependencyValues, _ update: (inout DependencyValues) -> Void
  ) {
    EndpointOwner.$ofPreparedStore.withValue(issues) { dependencies.prepare(update) }
  }
}
