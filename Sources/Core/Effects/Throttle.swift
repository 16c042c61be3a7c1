/// How an effect wants to be throttled.
package struct Throttle: Sendable {
  let id: CancelID
  let latest: Bool
  let window: Window
  let callSite: CallSite

  /// A stretch of a clock's time, its instants hidden: when it is over, and how to sleep until then.
  package struct Window: Sendable {
    let isOver: @Sendable () -> Bool
    let sleepUntilOver: @Sendable () async throws -> Void
    let restarted: @Sendable () -> Window

    static func starting<C: Clock>(on clock: C, for duration: C.Duration) -> Window {
      let end = clock.now.advanced(by: duration)
      return Window(
        isOver: { clock.now >= end },
        sleepUntilOver: { try await clock.sleep(until: end, tolerance: nil) },
        restarted: { starting(on: clock, for: duration) })
    }
  }

  /// The second id of the effect that waits for the end of the interval.
  var waitingID: CancelID { id.nested(WaitingEffect()) }

  private struct WaitingEffect: Hashable {}
}

/// The stretches that the throttled effects of one runtime are in.
struct ThrottleWindows {
  private var windows = [CancelID: Throttle.Window]()

  /// Whether an effect may start now; then a new stretch begins.
  mutating func admit(_ throttle: Throttle) -> Bool {
    if let window = windows[throttle.id], !window.isOver() { return false }
    windows[throttle.id] = throttle.window
    return true
  }

  /// The effect that has waited for the end of the stretch is about to start another one.
  mutating func restart(_ throttle: Throttle) {
    windows[throttle.id] = windows[throttle.id]?.restarted()
  }

  /// How to wait for the end of the stretch that an effect was not admitted to.
  func wait<Action>(_ throttle: Throttle) -> Effect<Action> {
    let window = windows[throttle.id] ?? throttle.window
    return .sleep(at: throttle.callSite, window.sleepUntilOver)
  }
}
