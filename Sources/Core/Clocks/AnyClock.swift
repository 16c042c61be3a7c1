/// A clock with its type erased.
///
/// `any Clock<Duration>` has no instants to calculate with. This clock has: they count from the
/// moment of wrapping. After swift-clocks by Point-Free.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in time, counted from the moment of wrapping.
  public typealias Instant = ElapsedInstant<Duration>

  /// The resolution of the wrapped clock.
  public let minimumResolution: Duration
  private let elapsed: @Sendable () -> Duration
  private let sleepUntil: @Sendable (Duration, Duration?) async throws -> Void

  /// Creates a clock that wraps another one, whose present becomes zero.
  public init<Base: Clock>(_ base: Base) where Base.Duration == Duration {
    let start = base.now
    minimumResolution = base.minimumResolution
    elapsed = { start.duration(to: base.now) }
    sleepUntil = { offset, tolerance in
      try await base.sleep(until: start.advanced(by: offset), tolerance: tolerance)
    }
  }

  /// The time since the moment of wrapping.
  public var now: Instant { Instant(offset: elapsed()) }

  /// Sleeps on the wrapped clock.
  ///
  /// - Throws: `CancellationError` if the task is cancelled during the sleep.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleepUntil(deadline.offset, tolerance)
  }
}
