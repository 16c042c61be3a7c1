/// The ticks of a timer, for a `for await` loop. Make one by `clock.timer(interval:)`.
///
/// It starts no task: each `next()` sleeps in the consuming task until the next tick. Ticks missed
/// while the loop's body runs are skipped, and the others keep the rhythm. The ticks end when the
/// task is cancelled.
public struct ClockTimer<Duration: DurationProtocol & Hashable>: AsyncSequence, Sendable {
  /// The instant at which a tick was due.
  public typealias Element = AnyClock<Duration>.Instant

  private let clock: AnyClock<Duration>
  private let interval: Duration
  private let tolerance: Duration?

  fileprivate init(clock: AnyClock<Duration>, interval: Duration, tolerance: Duration?) {
    precondition(interval > .zero, "A timer ticks forwards (its interval was \(interval))")
    self.clock = clock
    self.interval = interval
    self.tolerance = tolerance
  }

  /// Creates an iterator, whose first tick is due one interval from now.
  public func makeAsyncIterator() -> Iterator {
    Iterator(timer: self, lastTick: clock.now)
  }

  /// The iterator of a timer.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let timer: ClockTimer
    /// `nil` after a sleep was interrupted. The timer then doesn't tick again.
    fileprivate var lastTick: Element?

    /// Waits for the next tick, on the caller's actor.
    ///
    /// - Returns: The instant at which the tick was due, or `nil` when the task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Element? {
      guard let tick = nextTick() else { return nil }
      let end: Void? = try? await timer.clock.sleep(until: tick, tolerance: timer.tolerance)
      lastTick = end.map { tick }
      return lastTick
    }

    private func nextTick() -> Element? {
      guard let lastTick else { return nil }
      let next = lastTick.advanced(by: timer.interval)
      let late = next.duration(to: timer.clock.now)
      guard late > .zero, let missed = Int(exactly: (late / timer.interval).rounded(.up))
      else { return next }
      return next.advanced(by: timer.interval * missed)
    }
  }
}

extension Clock where Duration: Hashable {
  /// Ticks at a fixed interval, the first time after one interval.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .seconds(1)) {
  ///   await send(.tick)
  /// }
  /// ```
  ///
  /// After swift-clocks by Point-Free.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks.
  ///   - tolerance: The time by which a tick may be late.
  /// - Precondition: The interval is longer than zero.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> ClockTimer<Duration> {
    ClockTimer(clock: AnyClock(self), interval: interval, tolerance: tolerance)
  }
}

/// A clock with its type erased.
///
/// `any Clock<Duration>` has no instants to calculate with. This clock has: they count from the
/// moment of wrapping. After swift-clocks by Point-Free.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in time, relative to the time at which the clock was wrapped.
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

  /// The time since the clock was wrapped.
  public var now: Instant { Instant(offset: elapsed()) }

  /// Sleeps on the wrapped clock.
  ///
  /// - Throws: `CancellationError` if the task is cancelled during the sleep.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleepUntil(deadline.offset, tolerance)
  }
}
