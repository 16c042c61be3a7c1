/// A clock of any kind, of which only the unit of time is known.
///
/// `any Clock<Duration>` has no instants to reckon with. This has: they count from the moment of
/// wrapping. After swift-clocks by Point-Free.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in time, counted from the moment of wrapping.
  public typealias Instant = ElapsedInstant<Duration>

  /// The resolution of the wrapped clock.
  public let minimumResolution: Duration
  private let elapsed: @Sendable () -> Duration
  private let sleepUntil: @Sendable (Duration, Duration?) async throws -> Void

  /// Wraps a clock, whose present becomes zero.
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
  /// - Throws: What that throws: `CancellationError` if the task is cancelled meanwhile.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleepUntil(deadline.offset, tolerance)
  }
}
