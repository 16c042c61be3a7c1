private enum ContinuousClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = ContinuousClock()
  static var testValue: any Clock<Duration> { liveValue }
}

private enum SuspendingClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = SuspendingClock()
  static var testValue: any Clock<Duration> { liveValue }
}

extension DependencyValues {
  /// A clock that continues while the system sleeps.
  ///
  /// Reports an issue if a test uses it without an override. Override it with a `TestClock`, or with `.immediate` if
  /// time doesn't matter.
  public var continuousClock: any Clock<Duration> {
    get {
      self[
        ContinuousClockKey.self,
        orInTest: { unimplemented in
          UnimplementedClock(ContinuousClock()) {
            unimplemented.reportUse(
              of: "the continuous clock", override: "$0.continuousClock = TestClock()")
          }
        }]
    }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// A clock that stops while the system sleeps.
  ///
  /// Reports an issue if a test uses it without an override. Override it with a `TestClock`, or with `.immediate` if
  /// time doesn't matter.
  public var suspendingClock: any Clock<Duration> {
    get {
      self[
        SuspendingClockKey.self,
        orInTest: { unimplemented in
          UnimplementedClock(SuspendingClock()) {
            unimplemented.reportUse(
              of: "the suspending clock", override: "$0.suspendingClock = TestClock()")
          }
        }]
    }
    set { self[SuspendingClockKey.self] = newValue }
  }
}
