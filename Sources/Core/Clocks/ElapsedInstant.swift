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
