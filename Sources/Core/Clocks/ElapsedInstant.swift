/// A point in time of a clock that counts from its own beginning.
public struct ElapsedInstant<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// How long after the clock's beginning it is.
  public let offset: Duration

  /// The instant that lies `offset` after the clock's beginning.
  public init(offset: Duration) {
    self.offset = offset
  }

  /// The instant that lies a while later, or earlier for a negative duration.
  public func advanced(by duration: Duration) -> ElapsedInstant {
    ElapsedInstant(offset: offset + duration)
  }

  /// How long it is to another instant; negative if that is earlier.
  public func duration(to other: ElapsedInstant) -> Duration {
    other.offset - offset
  }

  /// Whether an instant is earlier than another one.
  public static func < (lhs: ElapsedInstant, rhs: ElapsedInstant) -> Bool {
    lhs.offset < rhs.offset
  }
}
