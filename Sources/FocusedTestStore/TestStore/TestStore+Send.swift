import Core

extension TestStore {
  /// Sends an action, runs all effects that can run, and checks what the closure says.
  ///
  /// In ``Exhaustivity/off`` only the fields that the closure changes are compared, with the state
  /// right after the action was reduced. In ``Exhaustivity/on`` the closure must bring the state
  /// before to the state after in every field; without a closure nothing may change.
  ///
  /// The closure sets the expected values; prefer explicit ones. In `.off` it is applied to the actual
  /// state, in which right values change nothing. If it changes something, it is applied to its own
  /// result, and if that changes again, as with `$0.count += 1`, to the state before the action. So it
  /// runs three times at most, or four times if it merges elements that an identified array had before.
  ///
  /// Reports an issue, and does nothing, if one of the store's own effects calls it, or if another
  /// call of the store is running.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - update: Changes the state to the expected one. The store reports an error that it throws
  ///     as an issue.
  /// - Returns: A handle on the effects that follow from this action.
  @discardableResult
  nonisolated(nonsending) public func send(
    _ action: Action,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> TestStoreTask {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return await send(action, assert: update, of: nil, at: callSite)
  }

  /// - Parameter part: The part of the store that the call is made by, unless it is the whole.
  nonisolated(nonsending) func send(
    _ action: Action, assert update: ((inout State) throws -> Void)?,
    of part: (any StorePart<State, Action>)?, at callSite: CallSite
  ) async -> TestStoreTask {
    guard driving.begin(.send, at: callSite) else { return task(for: nil, step: 0) }
    defer { driving.end() }
    await scheduler.takeTurn()
    if !scheduler.leavesEffects(toSendReading: update != nil) {
      await scheduler.drain()
    }
    let sent = reduce(action, assert: update, of: part, at: callSite)
    scheduler.letTestGoOn()
    await scheduler.drain()
    // An issue of the reducer explains a state that is not as expected.
    scheduler.issues.flush()
    sent.report?()
    scheduler.endTurn()
    return sent.task
  }

  /// Sends an action that an exploration chose.
  package func reduceUserAction(_ action: Action, at callSite: CallSite) {
    reduce(action, assert: nil, of: nil, at: callSite).report?()
  }

  /// Reduces an action, and compares the state with what a closure says, before its effects run.
  ///
  /// - Parameter part: The part of the store that the call is made by, unless it is the whole.
  /// - Returns: The handle on the effects, and what reports a failure once they have run.
  func reduce(
    _ action: Action, assert update: ((inout State) throws -> Void)?,
    of part: (any StorePart<State, Action>)?, at callSite: CallSite
  ) -> (task: TestStoreTask, report: (() -> Void)?) {
    guard !recorder.isDismissed else {
      return (
        task(for: nil, step: 0),
        { Issues.report(FailureMessages.sentAfterDismissal(action), at: callSite) }
      )
    }
    if let part, part.absence != nil {
      return (
        task(for: nil, step: 0),
        {
          let call = self.call(by: part, at: callSite)
          Issues.report(FailureMessages.sent(action, by: call), at: callSite)
        }
      )
    }
    let plan = plan
    if plan.notesSkipped { noteSkippedActions(before: callSite) }
    if plan.demandsReceived, recorder.journal.firstDemanded != nil {
      let unasserted = recorder.journal.demanded.map { recorder.actions[$0] }
      Issues.report(
        FailureMessages.sentBeforeReceiving(
          action, unasserted: unasserted, on: recorder.storeName),
        at: callSite)
    }

    let before = runtime.state
    let positions = recorder.generators.positions
    recorder.willSend(at: callSite, by: part)
    let group = Issues.$reporter.withValue(scheduler.issues) {
      scheduler.asOwnWork { runtime.send(action) }
    }
    if group != nil {
      // Without effects nothing is received, and nothing is left at the end.
      if !isTracked { OpenStore.track(self, createdIn: era) }
      recorder.record { $0.didStartEffects(at: callSite) }
    }
    let after = runtime.state
    let generators = recorder.generators.positions(inStepFrom: positions)
    let step = recorder.stepCount - 1
    if plan.demandsReceived { recorder.published.show(asserted: (after, step)) }
    let task = task(for: group, step: step)
    if let failure = unmetExpectation(
      update, of: part, before: before, after: after, generators: generators, at: callSite)
    {
      return (
        task,
        {
          self.report(
            failure, of: part, sending: action, step: step, from: before, to: after, at: callSite)
        }
      )
    }
    if plan.notesSkipped {
      noteSkippedChanges(
        of: action, isSent: true, update, part,
        before: before, after: after, generators: generators, at: callSite)
    }
    if let listener = recorder.listener {
      listener.didCompare(
        PassedComparison(
          step: step, before: before, after: after, isInFull: plan.comparesEveryField,
          hasClosure: update != nil, part: part, callSite: callSite))
    }
    return (task, nil)
  }

  private func task(for group: EffectGroup?, step: Int) -> TestStoreTask {
    TestStoreTask(
      group: group, driving: driving, timeout: timeout, record: group == nil ? nil : recorder,
      step: step)
  }

  private func report(
    _ failure: UnmetExpectation, of part: (any StorePart<State, Action>)?,
    sending action: Action, step: Int, from before: State, to after: State,
    at callSite: CallSite
  ) {
    var context = context(of: failure, part, from: before, to: after)
    context?.later = laterMatch(of: failure, part, from: before, to: after, at: callSite)
    report(
      failure, of: part, after: .step(action, isSent: true), step: step, context: context,
      at: callSite)
  }

  /// The first received action after which the fields have the expected values that the closure gets wrong.
  /// Only the first few actions are examined, since each takes a comparison of states.
  private func laterMatch(
    of failure: UnmetExpectation, _ part: (any StorePart<State, Action>)?,
    from before: State, to after: State, at callSite: CallSite
  ) -> StepContext<Action>.Later? {
    func own(_ state: State) -> Any? {
      failure.isOfPart ? part?.value(in: state) : state
    }
    // A field that the closure leaves out has nothing to do with what comes later.
    let wrong =
      if case .state = failure.reason, let before = own(before) {
        failure.mismatches.filter { !$0.isMet(in: before) }
      } else {
        failure.mismatches
      }
    guard !wrong.isEmpty else { return nil }
    let match = recorder.journal.received.prefix(256).first { step in
      let state = recorder.state(after: step, present: runtime.state).flatMap(own)
      return state.map { state in wrong.allSatisfy { $0.isMet(in: state) } } ?? false
    }
    guard let match, let later = recorder.state(after: match, present: runtime.state),
      let previous = recorder.state(before: match), let start = own(after), let end = own(later)
    else { return nil }
    let action = recorder.actions[match]
    let isInPart = !failure.isOfPart || part?.holdsDifference(before, later) == true
    let isWhole = (Difference.between(start, end)?.fieldChanges ?? []).allSatisfy { change in
      failure.mismatches.contains { $0.path.contains(change.path) }
    }
    let holdsClosure = isInPart && isWhole && areEqual(before, after) && areEqual(previous, before)
    var code: [String] = []
    if !holdsClosure, plan.comparesEveryField {
      code = recorder.receiveStatements(for: [match], present: runtime.state, below: callSite)
    } else if !holdsClosure {
      let changes = (Difference.between(start, end)?.fieldChanges ?? []).filter { change in
        wrong.contains { $0.path.overlaps(change.path) }
      }
      let statements = AssertionCode.statements(for: changes)
      code =
        failure.isOfPart
        ? part?.call(
          action, isSent: false, on: part?.source.receiver(at: callSite) ?? "store",
          assigning: statements) ?? statements.flatMap(\.lines)
        : AssertionCode.call(
          action, isSent: false, on: recorder.storeName,
          assigning: statements)
    }
    let lasts = own(runtime.state).map { last in wrong.allSatisfy { $0.isMet(in: last) } } ?? false
    return StepContext.Later(
      action: action, holdsClosure: holdsClosure, lasts: lasts, fields: wrong.map(\.path),
      code: code)
  }
}
