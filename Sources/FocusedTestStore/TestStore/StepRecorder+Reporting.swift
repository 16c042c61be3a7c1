import Core

// What a store reports of its steps. It belongs to the recorder because the end of a store is told when
// the store is gone.

extension StepRecorder {
  func reportUnasserted(present: State, at callSite: CallSite) {
    let unasserted = journal.demanded
    guard !unasserted.isEmpty else { return }
    Issues.report(
      FailureMessages.unassertedAtEnd(
        unasserted.map { actions[$0] },
        code: receiveStatements(for: unasserted, present: present, below: callSite),
        on: storeName),
      at: callSite)
  }

  /// Reports each effect once, at the line that started it.
  func reportInFlight(
    _ effects: [RunningEffect], waited: String?, orElseAt creation: CallSite
  ) {
    let unreported = told.takeUnreported(from: effects)
    let callSites = journal.callSites(startingEffectsOf: unreported.map(\.origin.step))
    for (effect, callSite) in zip(unreported, callSites) {
      Issues.report(
        FailureMessages.stillInFlight(
          describe([effect])[0], waited: waited, lastSend: nameOfLastSend, on: storeName),
        at: callSite ?? creation)
    }
  }

  /// The effects that ended before tasks that they started, where all that is left waits for the test.
  ///
  /// Of other tasks, only a wait shows whether they end by themselves.
  var effectsWithParkedTasks: [RunningEffect] {
    scheduler.effectsWithTasks.filter { ($0.lane as? ExecutorLane)?.isLeftParked == true }
  }

  private var nameOfLastSend: String? {
    journal.lastSent.map { FailureMessages.name(actions[$0]) }
  }

  /// What a message tells of effects in flight.
  func describe(_ effects: [RunningEffect]) -> [InFlightEffect] {
    effects.map { effect in
      InFlightEffect(
        effect, startedBy: FailureMessages.name(actions[effect.origin.step]),
        isOfLastSend: isOfLastSend(effect.origin.step))
    }
  }
}

extension StepRecorder {
  /// The effects among some that ended since the last send.
  func sinceLastSend(_ effects: [EndedEffect]) -> [EndedEffect] {
    effects.filter { $0.stepCount > journal.lastSent ?? -1 }
  }

  /// What a message tells of the effects that ended since the last send.
  func ended(among effects: [EndedEffect]) -> [Timeline<Action>.Ended] {
    sinceLastSend(effects).map { effect in
      let canceller: Timeline<Action>.Ended.Canceller? =
        switch effect.cancellation?.cause {
        case .step(let step): .step(actions[step])
        case .effect(let origin): .effect(origin)
        case .dismissal: .dismissal
        case nil: nil
        }
      return Timeline.Ended(
        origin: effect.origin, cause: actions[effect.origin.step],
        isCancelled: effect.isCancelled,
        canceller: canceller,
        cancelID: effect.cancellation?.id.flatMap(InFlightEffect.name))
    }
  }
}

/// What is known of the effects of a store, whatever its feature.
protocol EffectRecord: AnyObject {
  /// Reports effects that should have ended, unless all of them have been reported.
  func reportUnfinished(_ effects: [RunningEffect], waited: String?, at callSite: CallSite)
  /// The effects that follow from a sent step have been found to be over.
  func didFinish(step: Int, at callSite: CallSite)
}

extension StepRecorder: EffectRecord {
  func reportUnfinished(_ effects: [RunningEffect], waited: String?, at callSite: CallSite) {
    let unreported = told.takeUnreported(from: effects)
    guard !unreported.isEmpty else { return }
    Issues.report(
      FailureMessages.notFinished(describe(effects), waited: waited, lastSend: nameOfLastSend),
      at: callSite)
  }

  func didFinish(step: Int, at callSite: CallSite) {
    listener?.didFinish(root: step, at: callSite)
  }
}

/// What a test has been told already, so that each cause is one issue.
struct ToldIssues {
  /// The effects that have been reported to be in flight.
  private var effects: Set<Int> = []
  /// The steps in which the reducer itself reported an error. Another difference right after
  /// such a step may well follow from that.
  var failedSteps: Set<Int> = []
  /// The last step that a note on skipped actions has covered.
  var lastNotedStep = -1

  /// The effects that have not been reported to be in flight. They count as reported from now on.
  mutating func takeUnreported(from inFlight: [RunningEffect]) -> [RunningEffect] {
    inFlight.filter { effects.insert($0.origin.id).inserted }
  }
}
