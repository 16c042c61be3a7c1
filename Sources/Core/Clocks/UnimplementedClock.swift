/// A clock that reports an issue at its first use, and then works as another clock does.
///
/// In a test, `\.continuousClock` is such a clock unless the test overrides it. Use one in a test
/// to check that a feature uses no clock. After swift-clocks by Point-Free.
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in time, relative to the clock's start.
  public typealias Instant = ElapsedInstant<Duration>

  private let base: AnyClock<Duration>
  private let report: @Sendable () -> Void
  private let isReported = Flag()

  /// Creates a clock that reports its first use at this line, and otherwise works as another clock.
  ///
  /// - Parameters:
  ///   - base: The other clock.
  ///   - name: The clock's name in the issue.
  public init(
    _ base: some Clock<Duration>, name: String = "UnimplementedClock",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(base) {
      Issues.report(ClockMessages.unexpectedUse(of: name), at: callSite)
    }
  }

  package init(_ base: some Clock<Duration>, reportUse: @escaping @Sendable () -> Void) {
    self.base = AnyClock(base)
    report = reportUse
  }

  /// The time of the other clock, once the use is reported.
  public var now: Instant { clock.now }

  /// The resolution of the other clock, once the use is reported.
  public var minimumResolution: Duration { clock.minimumResolution }

  /// Sleeps on the other clock, once the use is reported.
  /// - Throws: The error of that clock.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }

  /// The other clock. Reports its use once, because one `sleep(for:)` both reads the time and sleeps.
  private var clock: AnyClock<Duration> {
    if isReported.raise() { report() }
    return base
  }
}

extension UnimplementedClock where Duration == Swift.Duration {
  /// Creates a clock that reports its first use at this line, and otherwise works as an
  /// ``ImmediateClock``.
  ///
  /// - Parameter name: The clock's name in the issue.
  public init(
    name: String = "UnimplementedClock",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      ImmediateClock(), name: name,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// The messages of issues about clocks.
enum ClockMessages {
  static func unexpectedUse(of clock: String) -> String {
    """
    Expected \(clock) to stay unused, but it was used.

    Override it where it is used, with a TestClock or an ImmediateClock.
    """
  }
}
