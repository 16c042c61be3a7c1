/// Finds out which deviations of a failing schedule are needed.
///
/// A plain value: it proposes schedules, and is told which of them fail. First it leaves out more and more
/// parts (delta debugging, Zeller and Hildebrandt, 2002), then it tries single deviations and pairs.
struct ScheduleShrinking {
  typealias Deviation = (key: Schedule.Point, value: Int)

  private(set) var smallest: Schedule
  private var tried: Set<Schedule> = []
  private var runs = 0
  private let limit: Int
  private var candidates: [Schedule] = []

  init(_ schedule: Schedule, limit: Int = 300) {
    smallest = schedule
    self.limit = limit
    candidates = Self.candidates(below: schedule)
  }

  /// The next schedule to try, or `nil` when nothing smaller is left.
  mutating func next() -> Schedule? {
    while runs < limit, !candidates.isEmpty {
      let candidate = candidates.removeFirst()
      if tried.insert(candidate).inserted {
        runs += 1
        return candidate
      }
    }
    return nil
  }

  /// - Parameter actual: The deviations that took place.
  mutating func didRun(_ candidate: Schedule, as actual: Schedule, hasFailed: Bool) {
    guard hasFailed, actual.deviations.count < smallest.deviations.count else { return }
    smallest = actual
    candidates = Self.candidates(below: actual)
  }

  /// Schedules with fewer deviations, the most promising first.
  private static func candidates(below schedule: Schedule) -> [Schedule] {
    let deviations = schedule.deviations.sorted { $0.key < $1.key }
    guard deviations.count > 1 else { return [] }
    var candidates: [Schedule] = []
    func add(_ kept: some Sequence<Deviation>) {
      candidates.append(Schedule(Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })))
    }
    var size = deviations.count / 2
    while size >= 1 {
      for start in stride(from: 0, to: deviations.count, by: size) {
        let part = start..<min(start + size, deviations.count)
        add(deviations[part])
        add(deviations[..<part.lowerBound] + deviations[part.upperBound...])
      }
      size /= 2
    }
    if deviations.count > 2, deviations.count <= 20 {
      for (i, first) in deviations.enumerated() {
        for second in deviations[(i + 1)...] { add([first, second]) }
      }
    }
    return candidates
  }
}
