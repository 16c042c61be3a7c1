import Core

// What a store reports of its steps. It belongs to the recorder because the end of a store is told when
// the store is gone.

extension StepRecorder {
  func reportUnasserted(present: State, at callSite: CallSite) {
    let unasserted = received.marks.demanded
    guard !unasserted.isEmpty else { return }
    Issues.report(
      FailureMessages.unassertedAtEnd(
        unasserted.map { received.action(at: $0) },
        code: receiveStatements(for: unasserted, present: present, below: callSite)),
      at: callSite)
  }

  /// Reports each effect once, at the line that started it.
  func reportInFlight(
    _ effects: [RunningEffect], waited: String?, orElseAt creation: CallSite
  ) {
    for effect in told.news(among: effects) {
      Issues.report(
        FailureMessages.stillInFlight(
          describe([effect])[0], waited: waited, lastSend: nameOfLastSend),
        at: trace.callSite(startingEffectOf: effect.origin.step) ?? creation)
    }
  }

  private var nameOfLastSend: String? { lastSend.map { FailureMessages.name($0.action) } }

  /// What a message tells of effects in flight.
  func describe(_ effects: [RunningEffect]) -> [InFlightEffect] {
    effects.map { effect in
      InFlightEffect(
        effect, startedBy: FailureMessages.name(actions[effect.origin.step]),
        isOfLastSend: isOfLastSend(effect.origin.step))
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
    let news = told.news(among: effects)
    guard !news.isEmpty else { return }
    Issues.report(
      FailureMessages.notFinished(describe(effects), waited: waited, lastSend: nameOfLastSend),
      at: callSite)
  }

  func didFinish(step: Int, at callSite: CallSite) {
    behaviors?.didFinish(root: step, at: callSite)
  }
}
