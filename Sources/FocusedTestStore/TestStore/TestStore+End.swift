import Core

// A store ends when it goes, or when its test does, if something holds on to it for longer.
extension TestStore: EndsWithTest {
  /// Checks what the test leaves behind, and cancels its effects. The store can go on: a later test
  /// may share it.
  func testEnded() -> Bool {
    scheduler.atRest {
      recorder.reportEnd(
        of: runtime.effectsInFlight, state: runtime.state, exhaustivity: exhaustivity, at: creation)
      runtime.cancelAll()
      runtime.abandon(runtime.effectsInFlight.map(\.origin))
      skipToNow(by: .endOfTest)
    }
  }
}
