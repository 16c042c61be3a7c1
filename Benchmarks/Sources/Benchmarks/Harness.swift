import AllocationCount
import Foundation

/// One row of the table: the measurement, and the aim in units of a yardstick.
struct Figure: Encodable {
  let name: String
  let nanoseconds: Spread
  /// The spread of the figure over the runs, in units of its yardstick.
  let ratio: Spread?
  let target: Double?
  let yardstick: String?
  /// The number of allocated memory blocks, or `nil` if they can't be counted.
  let allocations: Double?
  /// The number of locked mutexes, or `nil` if they can't be counted. The runtime locks one for each task-local value that is
  /// set.
  let locks: Double?
  /// The number of times that a thread of the process has gone to sleep.
  let switches: Spread

  var isMet: Bool? {
    #if DEBUG
      // The aims are those of a release build.
      return nil
    #else
      guard let ratio, let target else { return nil }
      return ratio.median <= target
    #endif
  }
}

struct Spread: Encodable {
  let minimum: Double
  let median: Double
  let maximum: Double

  init(_ values: [Double]) {
    let sorted = values.sorted()
    minimum = sorted[0]
    median = sorted[sorted.count / 2]
    maximum = sorted[sorted.count - 1]
  }
}

/// Times work in rounds: each round times the yardstick and then the work, so that a drift of the
/// machine's speed hits both.
struct Harness {
  var rounds = 7
  /// Measures only figures whose names contain this text.
  var filter: String?
  private(set) var figures: [Figure] = []

  /// Whether to measure figures whose names begin with a text.
  func measuresAny(of name: String) -> Bool {
    filter.map { name.contains($0) || $0.hasPrefix(name) } ?? true
  }

  mutating func measure(
    _ name: String, count: Int, target: Double? = nil, yardstick: Yardstick? = nil,
    per divisor: Double = 1,
    _ work: (Int) async -> Void
  ) async {
    if let filter, !name.contains(filter) { return }
    await work(max(1, count / 10))
    await yardstick?.work(max(1, (yardstick?.count ?? 1) / 10))
    var times: [Double] = []
    var ratios: [Double] = []
    var switches: [Double] = []
    for _ in 0..<rounds {
      let unit = await yardstick?.nanoseconds()
      let switchesBefore = voluntarySwitches()
      let time = await nanoseconds { await work(count) } / Double(count) / divisor
      switches.append(Double(voluntarySwitches() - switchesBefore) / Double(count) / divisor)
      times.append(time)
      if let unit { ratios.append(time / unit) }
    }
    startCountingAllocations()
    await work(count)
    let allocations = Double(stopCountingAllocations()) / Double(count) / divisor
    let locks = Double(countedLocks()) / Double(count) / divisor
    let figure = Figure(
      name: name, nanoseconds: Spread(times), ratio: ratios.isEmpty ? nil : Spread(ratios),
      target: target, yardstick: yardstick?.name,
      allocations: canCountAllocations ? allocations : nil,
      locks: canCountAllocations ? locks : nil, switches: Spread(switches))
    figures.append(figure)
    print(figure.tableRow)
  }

  /// Adds a figure that is a ratio of two others, measured in the same rounds.
  mutating func compare(
    _ name: String, count: Int, target: Double,
    _ work: (Int) async -> Void, to other: @escaping (Int) async -> Void
  ) async {
    await measure(
      name, count: count, target: target,
      yardstick: Yardstick(name: "the other", count: count, work: other), work)
  }
}

struct Yardstick {
  let name: String
  let count: Int
  let work: (Int) async -> Void

  func nanoseconds() async -> Double {
    await Benchmarks.nanoseconds { await work(count) } / Double(count)
  }
}

func nanoseconds(_ work: () async -> Void) async -> Double {
  let start = ContinuousClock.now
  await work()
  let (seconds, attoseconds) = (ContinuousClock.now - start).components
  return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
}

/// The number of times that a thread of the process has gone to sleep so far.
private func voluntarySwitches() -> Int { Int(ResourceUsage.current.ru_nvcsw) }

extension Figure {
  static let tableHead = """
    | figure | median | min–max | in yardsticks | at most | met | allocations | locks | switches |
    |---|---|---|---|---|---|---|---|---|
    """

  var tableRow: String {
    let spread = "\(Self.time(nanoseconds.minimum))–\(Self.time(nanoseconds.maximum))"
    let ratioText =
      ratio.map {
        "\(Self.number($0.median)) (\(Self.number($0.minimum))–\(Self.number($0.maximum))) × \(yardstick ?? "")"
      } ?? ""
    let targetText = target.map { "\(Self.number($0)) × \(yardstick ?? "")" } ?? ""
    let metText = isMet.map { $0 ? "yes" : "no" } ?? ""
    let allocationText = allocations.map { String(format: "%.1f", $0) } ?? ""
    let lockText = locks.map { String(format: "%.1f", $0) } ?? ""
    let cells = [
      name, Self.time(nanoseconds.median), spread, ratioText, targetText, metText, allocationText,
      lockText, String(format: "%.2f", switches.median),
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  private static func number(_ value: Double) -> String {
    String(format: value < 10 ? "%.2f" : "%.0f", value)
  }

  private static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1e3: String(format: "%.0f ns", nanoseconds)
    case ..<1e6: String(format: "%.2f µs", nanoseconds / 1e3)
    default: String(format: "%.2f ms", nanoseconds / 1e6)
    }
  }
}
