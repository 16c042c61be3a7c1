private enum ContinuousClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = ContinuousClock()
  static var testValue: any Clock<Duration> { liveValue }
}

private enum SuspendingClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = SuspendingClock()
  static var testValue: any Clock<Duration> { liveValue }
}

extension UnimplementedDependency {
  fileprivate func clock(_ kind: String, _ base: some Clock<Duration>) -> any Clock<Duration> {
    UnimplementedClock(base) {
      reportUse(of: "the \(kind) clock", override: "$0.\(kind)Clock = TestClock()")
    }
  }
}

extension DependencyValues {
  /// A clock that continues while the system sleeps.
  ///
  /// Reports an issue if a test uses it without an override. Override it with a `TestClock`, or with `.immediate` if
  /// time doesn't matter.
  public var continuousClock: any Clock<Duration> {
    get {
      self[ContinuousClockKey.self, orInTest: { $0.clock("continuous", ContinuousClock()) }]
    }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// A clock that stops while the system sleeps.
  ///
  /// Reports an issue if a test uses it without an override. Override it with a `TestClock`, or with `.immediate` if
  /// time doesn't matter.
  public var suspendingClock: any Clock<Duration> {
    get {
      self[SuspendingClockKey.self, orInTest: { $0.clock("suspending", SuspendingClock()) }]
    }
    set { self[SuspendingClockKey.self] = newValue }
  }
}
