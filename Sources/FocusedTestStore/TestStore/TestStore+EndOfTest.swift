import Core

// A store ends when it is released, or with its test if it is retained for longer.
extension TestStore: EndsWithTest {
  /// Checks for unasserted actions and effects in flight, and cancels the effects. The store stays usable,
  /// because a later test may share it.
  func testEnded() -> Bool {
    scheduler.whenIdle {
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
    let unfinished = effects + recorder.effectsWithParkedTasks
    recorder.listener?.didEnd(
      inFlight: effects, isAccountedFor: plan.demandsEnds && unfinished.isEmpty)
    if plan.demandsReceived {
      recorder.reportUnasserted(present: runtime.state)
    }
    if plan.demandsEnds {
      recorder.reportInFlight(unfinished, waited: nil)
    }
    if plan.notesSkipped {
      recorder.noteUnasserted(before: nil, present: runtime.state)
      recorder.noteInFlight(unfinished)
    }
  }
}
