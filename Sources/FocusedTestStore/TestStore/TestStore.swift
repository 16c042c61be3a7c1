import Core
import Synchronization

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
  package let runtime: EffectRuntime<State, Action>
  package let scheduler: EffectScheduler
  package let driving: StoreDriving
  package let recorder: StepRecorder<State, Action>
  /// The comparison of states.
  let comparison = Equality<State>()
  private let settings: Lock<StoreSettings>
  /// Whether the fields that no comparison reaches have been named.
  let hasNamedUncomparedFields = Atomic(false)
  /// The entry of the store in the list of those that end with a test. Only for the holder of the turn, and for `deinit`.
  private var entry: OpenStore?
  /// The dependencies of assert closures, kept because their creation takes longer than a step. Only for the holder of the
  /// turn.
  private var closureDependencies: RewindableDependencies?
  /// The checks of another library's feature.
  var foreign: (any ForeignFeature<State>)?
  let era = TestProcess.era

  /// The longest time that `receive` and `finish` wait for an external event.
  ///
  /// They do not wait if only the test can cause the event.
  public var timeout: Duration {
    get { wanted.timeout }
    set { set { $0.timeout = newValue } }
  }

  /// The exhaustivity of the store. It can change at any time.
  ///
  /// Changes and actions in `.off` need no assertions later: a change back to `.on` uses the live
  /// state as the new baseline, and drops the received actions.
  public var exhaustivity: Exhaustivity {
    get { wanted.exhaustivity }
    set { set { $0.exhaustivity = newValue } }
  }
  /// The exhaustivity of the running call.
  var plan: Exhaustivity { settings.withLock { $0.effective.exhaustivity } }

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
        dismiss: { await scheduler.dismissRoot(at: $0) },
        reportOutsideEffect: { scheduler.reportDismissalOutsideEffect(at: $0) }))
    scheduler.prepare(&dependencies, updateDependencies)

    settings = Lock(
      StoreSettings(
        StoreSettings.Values(
          exhaustivity: exhaustivity, dependencies: dependencies, jobLimit: scheduler.jobLimit)))
    self.scheduler = scheduler
    self.driving = StoreDriving(scheduler)
    let (state, reducer) = dependencies.asCurrent { (initialState(), reducer()) }
    recorder = dependencies.asCurrent {
      StepRecorder<State, Action>(
        state: state,
        generators: CountableGenerators(of: dependencies),
        scheduler: scheduler, creation: creation, reducer: reducer)
    }
    StackElementID.exclude(from: dependencies.stackElementID, idsIn: state)
    runtime = EffectRuntime(
      initialState: state, reducer: reducer.reduce, dependencies: dependencies,
      host: scheduler, observer: recorder)
    if exhaustivity.demandsReceived {
      recorder.show(asserted: state, after: -1)
    }
    scheduler.issues.explain { [recorder] in recorder.explain($0, $1) }
    scheduler.nameSteps { [weak recorder] in recorder?.name(ofStep: $0) }
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
    entry?.storeIsGone()
    scheduler.close { [runtime, recorder, plan, foreign] in
      foreign?.willEnd(isExhaustive: plan.comparesEveryField)
      Self.reportEnd(of: runtime, recorder, plan)
      runtime.close()
    }
  }
}

/// A ``TestStore`` for a reducer: `TestStoreOf<Profile>`.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action>

extension TestStore {
  /// The state of the feature.
  ///
  /// In ``Exhaustivity/off`` it is the live state, with every received action in it, asserted or
  /// not. In ``Exhaustivity/on`` it is the state as of the last asserted step. In an assert
  /// closure, it is the state before that step.
  public var state: State {
    let shown = recorder.published.now
    noteRead(of: shown, by: nil)
    return shown.visible
  }

  /// Notifies the listener that the test has read a state, unless its reducer or an assert closure did.
  func noteRead(of shown: PublishedState<State>.Snapshot, by lens: StoreLens<State, Action>?) {
    guard recorder.hasListeners, shown.inClosure == nil, !scheduler.isRunningOnThisThread
    else { return }
    scheduler.inOwnTurn { [recorder] in
      recorder.notify(.didRead(shown.visible, upTo: shown.step, by: lens))
    }
  }

  /// The dependencies of the feature. A change applies to later reductions and to the effects that
  /// they start.
  // FocusedTCA declares the same for features of TCA.
  @_disfavoredOverload
  public var dependencies: DependencyValues {
    get { wanted.dependencies }
    set { set { $0.dependencies = newValue } }
  }

  /// The dependencies of the running call.
  package var effectiveDependencies: DependencyValues {
    settings.withLock { $0.effective.dependencies }
  }

  /// The dependencies of assert closures. Only for the holder of the turn.
  var rewindableDependencies: RewindableDependencies {
    if let closureDependencies { return closureDependencies }
    let dependencies = RewindableDependencies(effectiveDependencies)
    closureDependencies = dependencies
    return dependencies
  }

  /// Every action that was reduced, in order, and its origin. It keeps no states alive.
  public var history: [Step<Action>] { recorder.history }

  /// Whether the feature has dismissed itself. A root feature can do so once.
  public var isDismissed: Bool {
    let isDismissed = recorder.isDismissed
    if recorder.hasListeners {
      scheduler.inOwnTurn { [recorder] in recorder.notify(.didReadDismissal) }
    }
    return isDismissed
  }

  /// The number of jobs in one drain after which the store reports that its effects don't become
  /// idle.
  ///
  /// At the limit, one issue names the effects that are still running, and the store ends: later calls do nothing. Raise
  /// it for a test that does more work at once.
  public var jobLimit: Int {
    get { wanted.jobLimit }
    set { set { $0.jobLimit = newValue } }
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

  /// The latest settings of the test.
  private var wanted: StoreSettings.Values { settings.withLock { $0.wanted } }

  /// Changes the settings. The change takes effect when the running call ends, or at once if no call runs.
  private func set(_ change: (inout StoreSettings.Values) -> Void) {
    // The old values are released after the lock, because that may run code of the app.
    _ = settings.withLock { settings in
      let old = settings.wanted
      change(&settings.wanted)
      return old
    }
    driving.afterCall { [self] in applySettings() }
  }

  private func applySettings() {
    let (old, new) = settings.withLock { settings in
      defer { settings.effective = settings.wanted }
      return (settings.effective, settings.wanted)
    }
    scheduler.jobLimit = new.jobLimit
    runtime.dependencies = new.dependencies
    recorder.generators = CountableGenerators(of: new.dependencies)
    closureDependencies = nil
    if new.exhaustivity.checks == old.exhaustivity.checks { return }
    if old.exhaustivity.notesSkipped { recorder.noteUnasserted(before: nil) }
    if !plan.demandsReceived {
      recorder.show(asserted: runtime.state, after: nil)
    } else if !old.exhaustivity.demandsReceived {
      skipToNow(by: .exhaustivity)
    }
  }

  /// Drops the received actions, and uses the live state as the baseline.
  func skipToNow(by start: JournalStart) {
    recorder.restart(by: start)
    if plan.demandsReceived {
      recorder.show(asserted: runtime.state, after: recorder.stepCount - 1)
    }
  }

  /// The effects in flight, and the effects that ended before tasks that they started.
  var unfinishedEffects: [RunningEffect] { runtime.effectsInFlight + scheduler.effectsWithTasks }
}

extension EffectScheduler {
  /// Overrides dependencies of the scheduler's store.
  fileprivate func prepare(
    _ dependencies: inout DependencyValues, _ update: (inout DependencyValues) -> Void
  ) {
    EndpointOwner.$ofPreparedStore.withValue(issues) { dependencies.prepare(update) }
  }
}

// A store ends when it is released, or with its test if it is retained for longer.
extension TestStore {
  /// Adds the store to those that are checked when the running test ends.
  func trackUntilEndOfTest() {
    if entry != nil { return }
    let entry = OpenStore { [weak self] in self?.testEnded() ?? true }
    self.entry = entry
    entry.track(createdIn: era)
  }

  /// Checks for unasserted actions and effects in flight, and cancels the effects. The store stays usable,
  /// because a later test may share it. Returns `false`, and does nothing, if another thread is using the store.
  private func testEnded() -> Bool {
    scheduler.whenIdle {
      entry = nil
      foreign?.willEnd(isExhaustive: plan.comparesEveryField)
      Self.reportEnd(of: runtime, recorder, plan)
      runtime.cancelAll()
      runtime.abandon(runtime.effectsInFlight.map(\.origin))
      skipToNow(by: .endOfTest)
    }
  }

  /// Reports or notes a test's unasserted actions and effects in flight. It is static, because the
  /// store may already have ended.
  static func reportEnd(
    of runtime: EffectRuntime<State, Action>, _ recorder: StepRecorder<State, Action>,
    _ plan: Exhaustivity
  ) {
    let effects = runtime.effectsInFlight
    let ended = recorder.scheduler.effectsWithTasks
    // For tasks that don't wait for the test, only waiting shows whether they end.
    let unfinished = effects + ended.filter { ($0.lane as? ExecutorLane)?.isLeftParked == true }
    recorder.notify(
      .willEnd(inFlight: effects, isAccountedFor: plan.demandsEnds && unfinished.isEmpty))
    if plan.demandsReceived {
      recorder.reportUnasserted()
    }
    if plan.demandsEnds {
      recorder.reportInFlight(unfinished, waited: nil)
    }
    if plan.notesSkipped {
      recorder.noteUnasserted(before: nil)
      recorder.noteInFlight(unfinished)
    }
  }
}
