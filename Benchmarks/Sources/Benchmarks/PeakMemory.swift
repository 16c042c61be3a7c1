import FocusedTestStore
import Foundation

/// The peak memory of a test, beyond that of a process with one small store.
///
/// A peak can't be reset, so each subject is measured in a separate process.
enum PeakMemory: String {
  /// Only the history grows: an array of actions that doubles its capacity.
  case sends
  /// The log keeps at most 256 of 10,000 states with 320 KB each.
  case actions

  private var name: String {
    switch self {
    case .sends: "100,000 sends on one .off store"
    case .actions: "10,000 actions never asserted, on a state with 10,000 structs, .off"
    }
  }

  private var boundInMegabytes: Double {
    switch self {
    case .sends: 4
    case .actions: 85
    }
  }

  func measure() async {
    // The first store takes two megabytes for the code that it runs, independent of later stores.
    await Steps.sendAndReceive(1)
    let atStart = Self.megabytes
    switch self {
    case .sends: await Steps.send(100_000)
    case .actions:
      let store = TestStore(.off, initialState: Large.State()) { Large() }
      await store.send(.flood(10_000))
    }
    let growth = Self.megabytes - atStart
    print(
      String(
        format: "| %@ | %.1f MB | at most %.0f MB | %@ |", name, growth, boundInMegabytes,
        growth <= boundInMegabytes ? "yes" : "no"))
  }

  private static var megabytes: Double {
    let peak = Double(ResourceUsage.current.ru_maxrss)
    #if canImport(Darwin)
      return peak / 1e6
    #else
      return peak / 1e3
    #endif
  }
}

/// The resources that the process has used so far.
enum ResourceUsage {
  static var current: rusage {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
    #else
      getrusage(RUSAGE_SELF.rawValue, &usage)
    #endif
    return usage
  }
}
