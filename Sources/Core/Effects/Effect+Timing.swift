extension Effect {
  /// Starts the effect after a delay.
  ///
  /// - Parameters:
  ///   - duration: The length of the delay.
  ///   - clock: The clock to wait on. Inject it, so that a test can decide when the time has passed.
  public func delay(
    for duration: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Effect {
    guard !isNone else { return self }
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return .concatenate([.sleep(at: callSite) { try await clock.sleep(for: duration) }, self])
  }

  /// Starts the effect after a pause in which no other effect with the same ID was returned.
  ///
  /// - Parameters:
  ///   - id: The effect's name, as in ``cancellable(id:cancelInFlight:)``.
  ///   - duration: The length of the pause.
  ///   - clock: The clock to wait on.
  public func debounce(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Effect {
    delay(
      for: duration, clock: clock,
      fileID: fileID, filePath: filePath, line: line, column: column
    )
    .cancellable(id: id, cancelInFlight: true)
  }

  /// Starts at most one effect with this ID in each interval of the given length.
  ///
  /// The first effect starts immediately. When the interval ends, one of the waiting effects starts.
  ///
  /// - Parameters:
  ///   - id: The effect's name, as in ``cancellable(id:cancelInFlight:)``.
  ///   - duration: The length of the interval.
  ///   - clock: The clock to measure on.
  ///   - latest: Whether the latest of the waiting effects starts, or the first.
  public func throttle(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    latest: Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Effect {
    guard !isNone else { return self }
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return Effect(
      .throttled(
        Throttle(
          id: CancelID(id), latest: latest, clock: AnyClock(clock), duration: duration,
          callSite: callSite)),
      [self])
  }

  /// An effect that only waits, as the first part of a sequence.
  static func sleep(
    at callSite: CallSite, _ sleep: @escaping @Sendable () async throws -> Void
  ) -> Effect {
    Effect(.run(EffectRun(at: callSite) { _ in try await sleep() }))
  }
}

/// The throttling of an effect.
package struct Throttle: Sendable {
  let id: CancelID
  let latest: Bool
  let clock: AnyClock<Duration>
  let duration: Duration
  let callSite: CallSite
  /// Whether the effect has waited for the end of an interval, and now starts the next one.
  var hasWaited = false
}
