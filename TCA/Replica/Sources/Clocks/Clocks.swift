/// A name that FocusedTCA declares as well.
public final class TestClock<Duration: DurationProtocol & Hashable>: @unchecked Sendable {
  public init() {}
}
