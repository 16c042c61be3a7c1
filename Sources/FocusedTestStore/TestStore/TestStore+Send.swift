import Core

extension TestStore {
  nonisolated(nonsending) func send(
    _ action: Action, by call: TestCall<State, Action>
  ) async -> TestStoreTask {
    guard driving.begin(.send, at: call.callSite) else { return task(for: nil, step: 0) }
    defer { driving.end() }
    await scheduler.takeTurn()
    await scheduler.drain()
    let sent = reduce(action, by: call)
    await scheduler.drain()
    // An issue of the reducer explains a state that is not as expected.
    scheduler.issues.flush()
    sent.report?()
    scheduler.endTurn()
    return sent.task
  }

  /// Sends an action that an exploration chose.
  package func reduceUserAction(_ action: Action, at callSite: CallSite) {
    reduce(action, by: TestCall(callSite: callSite)).report?()
  }

  /// Reduces an action, and compares the state with a closure's expectation, before its effects
  /// run.
  ///
  /// - Returns: The handle on the effects, and the function that reports a failure after they have
  ///   run.
  func reduce(
    _ action: Action, by call: TestCall<State, Action>
  ) -> (task: TestStoreTask, report: (() -> Void)?) {
    let isAbsent = call.lens.map { $0.find(runtime.state) == nil } ?? false
    if recorder.isDismissed || isAbsent {
      let refusal =
        recorder.isDismissed
        ? FailureMessages.sentAfterDismissal(action)
        : FailureMessages.notSent(action, by: call)
      return (task(for: nil, step: 0), { Issues.report(refusal, at: call.callSite) })
    }
    let plan = plan
    if plan.notesSkipped { recorder.noteUnasserted(before: call.callSite) }
    if plan.demandsReceived { recorder.reportUnasserted(before: action, at: call.callSite) }

    let before = runtime.state
    recorder.willSend(by: call)
    let group = Issues.$reporter.withValue(scheduler.issues) {
      scheduler.asOwnWork { runtime.send(action) }
    }
    if group != nil {
      // Without effects, no action is received, and no effect is in flight at the end.
      trackUntilEndOfTest()
      recorder.record { $0.didStartEffects(at: call.callSite) }
    }
    let after = runtime.state
    let step = recorder.stepCount - 1
    // Effects of another library can change references before they suspend, which belongs to the same assertion.
    let report =
      foreign == nil
      ? check(call, under: plan, of: step, before: before, after: after)
      : { [self] in check(call, under: plan, of: step, before: before, after: after)?() }
    return (task(for: group, step: step), report)
  }

  private func task(for group: EffectGroup?, step: Int) -> TestStoreTask {
    TestStoreTask(
      effects: group.map {
        TestStoreTask.Effects(
          group: $0, timeout: timeout,
          didWait: RuntimeConfined { [recorder] effects, outcome, callSite in
            recorder.didWait(for: effects, root: step, outcome, at: callSite)
          })
      }, driving: driving)
  }

  /// The first received action after which the fields have the expected values that the closure gets wrong.
  /// Only the first few actions are examined, since each takes a comparison of states.
  func laterMatch(
    of failure: UnmetExpectation, by call: TestCall<State, Action>,
    from before: State, to after: State
  ) -> StepContext<Action>.Later? {
    let own = call.lens?.find ?? { $0 }
    // A field that the closure doesn't write is independent of later actions.
    let wrong =
      if case .state = failure.reason, let before = own(before) {
        failure.mismatches.filter { !$0.isMet(in: before) }
      } else {
        failure.mismatches
      }
    guard !wrong.isEmpty else { return nil }
    let match = recorder.journal.received.prefix(256).first { step in
      wrong.areMet(in: recorder.state(after: step).flatMap(own))
    }
    guard let match, let later = recorder.state(after: match),
      let previous = recorder.state(before: match), let start = own(after), let end = own(later)
    else { return nil }
    let action = recorder.actions[match]
    let isInScope = call.lens?.holdsDifference(before, later) ?? true
    let changes = Difference.between(start, end)?.fieldChanges ?? []
    let mismatched = FieldPathSet(failure.mismatches.map(\.path))
    let isWhole = changes.allSatisfy { mismatched.contains($0.path) }
    let holdsClosure = isInScope && isWhole && areEqual(before, after) && areEqual(previous, before)
    var code: [String] = []
    if !holdsClosure, plan.comparesEveryField {
      code = recorder.receiveStatements(for: [match])
    } else if !holdsClosure {
      let wrongPaths = FieldPathSet(wrong.map(\.path))
      let statements = AssertionCode.statements(
        for: changes.filter { wrongPaths.overlaps($0.path) })
      code = call.code(
        action, isSent: false, assigning: statements, on: recorder.storeName)
    }
    return StepContext.Later(
      action: action, holdsClosure: holdsClosure, lasts: wrong.areMet(in: own(runtime.state)),
      fields: wrong.map(\.path), code: code)
  }
}

/// The effects that follow from one `send`: those that it started, and those of the actions that
/// they sent.
///
/// ```swift
/// let task = await store.send(.watchMood)
/// await store.send(.changeMood(3)) { $0.mood = 3 }
/// await task.cancel()
/// ```
public struct TestStoreTask: Sendable {
  /// The effects of a `send` that started some.
  struct Effects: Sendable {
    let group: EffectGroup
    let timeout: Duration
    /// Concludes a wait for the end of the effects.
    let didWait: RuntimeConfined<(_ effects: [RunningEffect], WaitOutcome, CallSite) -> Void>
  }

  let effects: Effects?
  let driving: StoreDriving

  private var group: EffectGroup? { effects?.group }

  /// Whether the effects have been cancelled by ``cancel(fileID:filePath:line:column:)``.
  public var isCancelled: Bool { group?.isCancelled ?? false }

  /// Whether all of the effects have ended, including those of the actions that they sent.
  ///
  /// For an effect that must continue, write `#expect(!task.isFinished)`.
  public var isFinished: Bool {
    group.map { $0.isFinished && effectsWithTasks.isEmpty } ?? true
  }

  /// Cancels the effects, and runs them until they are idle.
  nonisolated(nonsending) public func cancel(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if driving.refuseFromInside(.taskCancel, at: callSite) { return }
    let scheduler = driving.scheduler
    await scheduler.exclusively {
      scheduler.asOwnWork {
        group?.cancel()
        for effect in effectsWithTasks { effect.cancel() }
      }
      await scheduler.drain()
    }
  }

  /// Asserts that the effects end, and waits for those that can.
  ///
  /// Reports an issue at once if only the test can wake an effect.
  ///
  /// - Parameter timeout: The longest time to wait for external events. The default is the store's
  ///   ``TestStore/timeout``.
  nonisolated(nonsending) public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let effects, !driving.refuseFromInside(.taskFinish, at: callSite) else { return }
    let group = effects.group
    let timeout = timeout ?? effects.timeout
    await driving.scheduler.wait(
      atMost: timeout,
      couldHappen: { (group.effects + effectsWithTasks).contains { !$0.lane.isParked } },
      until: { group.isFinished && effectsWithTasks.isEmpty },
      thenDo: { outcome in
        if outcome == .storeEnded { return }
        effects.didWait.value(group.effects + effectsWithTasks, outcome, callSite)
      })
  }

  /// The effects that ended before tasks that they started.
  private var effectsWithTasks: [RunningEffect] {
    driving.scheduler.effectsWithTasks.filter { $0.group === group }
  }
}
