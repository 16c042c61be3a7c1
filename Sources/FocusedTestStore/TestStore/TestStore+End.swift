import Core

// A store ends when it is released, or with its test if something retains it for longer.
extension TestStore: EndsWithTest {
  /// Checks what is unasserted and in flight, and cancels the effects. The store stays usable: a later
  /// test may share it.
  func testEnded() -> Bool {
    scheduler.atRest {
      recorder.reportEnd(
        of: runtime.effectsInFlight, state: runtime.state, exhaustivity: exhaustivity, at: creation)
      runtime.cancelAll()
      runtime.abandon(runtime.effectsInFlight.map(\.origin))
      skipToNow()
    }
  }
}
