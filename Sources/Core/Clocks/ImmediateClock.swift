/// A clock whose sleeps return at once.
///
/// Use it if a test isn't about time: a sleep sets ``now`` to its deadline, lets other work run
/// once, and returns.
///
/// ```swift
/// let store = TestStore(.off, initialState: Profile.State()) {
///   Profile()
/// } withDependencies: {
///   $0.continuousClock = .immediate
/// }
/// ```
///
/// After swift-clocks by Point-Free.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in time, relative to the clock's start.
  public typealias Instant = ElapsedInstant<Duration>

  /// The resolution that the clock claims to have.
  public let minimumResolution: Duration
  private let state: OptimisticLock<Instant>

  /// Creates a clock that starts at an instant.
  public init(now: Instant = Instant(offset: .zero), minimumResolution: Duration = .zero) {
    state = OptimisticLock(now)
    self.minimumResolution = minimumResolution
  }

  /// The start of the clock, plus every sleep since.
  public var now: Instant { state.value }

  /// Moves the clock to the deadline, unless that is past already.
  ///
  /// - Throws: `CancellationError` if the task was cancelled; the clock then stays where it is.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    state.update { $0 = Swift.max($0, deadline) }
    await Task.yield()
    try Task.checkCancellation()
  }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// Creates a clock that starts at zero.
  public convenience init() {
    self.init(now: Instant(offset: .zero))
  }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A clock whose sleeps return immediately. Each use of this property creates a new clock.
  public static var immediate: Self { ImmediateClock() }
}

/// A point in time on a clock that counts from its own start.
public struct ElapsedInstant<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// The time since the clock's start.
  public let offset: Duration

  /// Creates the instant at some time after the clock's start, or at its start.
  public init(offset: Duration = .zero) {
    self.offset = offset
  }

  /// The instant that is later by a duration, or earlier by a negative one.
  public func advanced(by duration: Duration) -> ElapsedInstant {
    ElapsedInstant(offset: offset + duration)
  }

  /// The time until another instant; negative if that is earlier.
  public func duration(to other: ElapsedInstant) -> Duration {
    other.offset - offset
  }

  /// Whether an instant is earlier than another one.
  public static func < (lhs: ElapsedInstant, rhs: ElapsedInstant) -> Bool {
    lhs.offset < rhs.offset
  }
}
