import Clocks
import ComposableArchitecture
@_spi(FocusedTCA) import FocusedTestStore

/// A test clock of swift-clocks whose sleepers wait for the test, as those of the store's own clock do.
private struct ParkingClock: Clock {
  let base: Clocks.TestClock<Swift.Duration>

  var now: Clocks.TestClock<Swift.Duration>.Instant { base.now }
  var minimumResolution: Swift.Duration { base.minimumResolution }

  func sleep(
    until deadline: Clocks.TestClock<Swift.Duration>.Instant, tolerance: Swift.Duration?
  ) async throws {
    try await waitForTest("TestClock of swift-clocks") {
      try await base.sleep(until: deadline, tolerance: tolerance)
    }
  }
}

extension ComposableArchitecture.DependencyValues {
  /// The same dependencies, with a clock by which the store knows the tasks that sleep on it.
  var parkingSleepers: Self {
    guard let base = continuousClock as? Clocks.TestClock<Swift.Duration> else { return self }
    var copy = self
    copy.continuousClock = ParkingClock(base: base)
    return copy
  }
}
