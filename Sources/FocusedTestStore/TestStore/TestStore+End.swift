import Core

// A store ends when it is released, or with its test if something retains it for longer.
extension TestStore: EndsWithTest {
  /// Checks what is unasserted and in flight, and cancels the effects. The store stays usable: a later
  /// test may share it.
  func testEnded() -> Bool {
    scheduler.atRest {
      Self.reportEnd(of: runtime, recorder, plan, createdAt: creation)
      runtime.cancelAll()
      runtime.abandon(runtime.effectsInFlight.map(\.origin))
      skipToNow(by: .endOfTest)
    }
  }

  /// Reports or notes what a test leaves behind. Static, because by then the store may be gone.
  static func reportEnd(
    of runtime: EffectRuntime<State, Action>, _ recorder: StepRecorder<State, Action>,
    _ plan: CheckPlan, createdAt creation: CallSite
  ) {
    let effects = runtime.effectsInFlight
    let unfinished = effects + recorder.effectsWithParkedTasks
    recorder.listener?.didEnd(
      inFlight: effects, isAccountedFor: plan.demandsEnds && unfinished.isEmpty)
    if plan.demandsReceived {
      recorder.reportUnasserted(
        present: runtime.state, at: recorder.journal.lastCallSite ?? creation)
    }
    if plan.demandsEnds {
      recorder.reportInFlight(unfinished, waited: nil, orElseAt: creation)
    }
    if plan.notesSkipped {
      recorder.noteUnasserted(before: nil, present: runtime.state, orElseAt: creation)
      recorder.noteInFlight(unfinished, orElseAt: creation)
    }
  }
}
