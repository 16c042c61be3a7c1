import FocusedTestStore

/// Finds the smallest schedule that still fails.
///
/// A plain value: it proposes schedules, and learns which of them fail. These are the criteria for a smaller schedule,
/// in order: fewer steps of the user, fewer steps before effects are idle, fewer deviations in the order of effects,
/// earlier deviations, lower numbers. It omits spans, the longest first (delta debugging, Zeller and Hildebrandt,
/// 2002). Then it lowers the numbers of the remaining deviations, as Hypothesis does.
struct ScheduleShrinking {
  typealias Deviation = (key: Schedule.Point, value: Int)

  /// A schedule to try.
  struct Candidate: Hashable {
    var schedule: Schedule
    /// The labels of the schedule's steps, which find an option whose number has changed. A step with the label 0 is
    /// found by its number. Empty if all steps are found by their numbers.
    var labels: [UInt64] = []
  }

  private(set) var smallest: Schedule
  private var tried: Set<Candidate> = []
  private var runs = 0
  private let limit: Int
  private var candidates: ArraySlice<Candidate> = []

  init(_ schedule: Schedule, labels: [UInt64] = [], limit: Int = 300) {
    smallest = schedule
    self.limit = limit
    candidates = Self.candidates(
      below: Candidate(schedule: schedule, labels: labels), atMost: limit)
  }

  /// The next schedule to try, or `nil` when nothing smaller is left.
  mutating func next() -> Candidate? {
    while runs < limit, let candidate = candidates.popFirst() {
      if tried.insert(candidate).inserted {
        runs += 1
        return candidate
      }
    }
    return nil
  }

  /// - Parameters:
  ///   - actual: The deviations that took place.
  ///   - labels: The labels of the steps that took place.
  mutating func didRun(
    _ candidate: Candidate, as actual: Schedule, labels: [UInt64] = [], hasFailed: Bool
  ) {
    guard hasFailed, Size(actual) < Size(smallest) else { return }
    smallest = actual
    candidates = Self.candidates(
      below: Candidate(schedule: actual, labels: labels), atMost: limit)
  }

  /// The size of a schedule: the numbers of its deviations by kind, and then each deviation.
  struct Size: Comparable {
    private let numbers: [Int]

    init(_ schedule: Schedule) {
      let points = schedule.deviations.keys
      numbers =
        [schedule.stepCount, points.count { $0.isEarly }, points.count { !$0.isOfUser }]
        + schedule.deviations.sorted { $0.key < $1.key }.flatMap { point, choice in
          [point.step, point.isOfUser ? 1 : 0, point.store, point.number, choice]
        }
    }

    static func < (lhs: Size, rhs: Size) -> Bool {
      lhs.numbers.lexicographicallyPrecedes(rhs.numbers)
    }
  }

  // MARK: - Candidates

  /// Smaller schedules, the most promising first.
  ///
  /// - Parameter limit: The number of runs. The list ends soon after it has that many candidates, because each of them can
  ///   be as large as the schedule.
  private static func candidates(
    below candidate: Candidate, atMost limit: Int
  ) -> ArraySlice<Candidate> {
    let orders = candidate.schedule.deviations.filter { !$0.key.isOfUser }
      .sorted { $0.key < $1.key }
    let steps = candidate.schedule.stepCount
    // The search tried single deviations in order, so an earlier single deviation doesn't fail.
    guard orders.count + steps > 1 else { return lowered(candidate)[...] }
    var result = withoutSteps(candidate, steps, atMost: limit)
    result += whenIdle(candidate)
    result += withoutOrders(candidate, orders, count: steps, atMost: limit)
    return (result.count < limit ? result + lowered(candidate) : result)[...]
  }

  /// Action sequences without a span of their steps.
  private static func withoutSteps(
    _ candidate: Candidate, _ count: Int, atMost limit: Int
  ) -> [Candidate] {
    var result: [Candidate] = []
    var size = count
    while size >= 1, result.count < limit {
      for start in stride(from: 0, to: count, by: size) {
        let span = start..<min(start + size, count)
        let without = candidate.without(steps: span)
        result.append(without)
        // Finds the remaining steps by their numbers, because IDs, for example, may differ without the omitted steps.
        if !without.labels.isEmpty { result.append(Candidate(schedule: without.schedule)) }
      }
      size = size == 1 ? 0 : (size + 1) / 2
    }
    return result
  }

  /// Action sequences in which all early steps, or a single one, wait until effects are idle.
  private static func whenIdle(_ candidate: Candidate) -> [Candidate] {
    let early = candidate.schedule.deviations.keys.filter(\.isEarly).sorted()
    guard !early.isEmpty else { return [] }
    return ([early] + early.map { [$0] }).map { points in
      var waiting = candidate
      for point in points {
        waiting.schedule.deviations[point.whenIdle] =
          waiting.schedule.deviations.removeValue(forKey: point)
      }
      return waiting
    }
  }

  /// Schedules with fewer deviations in the order of effects.
  private static func withoutOrders(
    _ candidate: Candidate, _ orders: [Deviation], count steps: Int, atMost limit: Int
  ) -> [Candidate] {
    var result: [Candidate] = []
    var withoutOrders = candidate
    withoutOrders.schedule.deviations = candidate.schedule.deviations.filter(\.key.isOfUser)
    func add(_ kept: some Sequence<Deviation>) {
      var fewer = withoutOrders
      for order in kept { fewer.schedule.deviations[order.key] = order.value }
      result.append(fewer)
    }
    if steps > 0, !orders.isEmpty { add([]) }
    var size = orders.count / 2
    if orders.count == 1 { size = 0 }
    while size >= 1, result.count < limit {
      for start in stride(from: 0, to: orders.count, by: size) {
        let span = start..<min(start + size, orders.count)
        add(orders[span])
        add(orders[..<span.lowerBound] + orders[span.upperBound...])
      }
      size /= 2
    }
    return result
  }

  /// Schedules with one smaller choice.
  private static func lowered(_ candidate: Candidate) -> [Candidate] {
    candidate.schedule.deviations.sorted { $0.key < $1.key }.flatMap { point, choice in
      Set([1, choice / 2, choice - 1].filter { (1..<choice).contains($0) }).sorted().map { lower in
        var lowered = candidate
        lowered.schedule.deviations[point] = lower
        if point.isOfUser, lowered.labels.indices.contains(point.step) {
          lowered.labels[point.step] = 0
        }
        return lowered
      }
    }
  }
}

extension ScheduleShrinking.Candidate {
  /// The action sequence without a range of its steps, and without the order of effects after these steps.
  fileprivate func without(steps: Range<Int>) -> Self {
    var result = Schedule(seed: schedule.seed)
    for (point, choice) in schedule.deviations {
      // Keeps the choices before the first omitted step, including the order of effects that leads up to it.
      if point.step < steps.lowerBound || point.step == steps.lowerBound && !point.isOfUser {
        result.deviations[point] = choice
      } else if point.step >= steps.upperBound {
        let moved = point.moved(toStep: point.step - steps.count)
        if !point.isOfUser, result.deviations[moved] != nil { continue }
        result.deviations[moved] = choice
      }
    }
    var labels = labels
    if labels.count >= steps.upperBound { labels.removeSubrange(steps) }
    return Self(schedule: result, labels: labels)
  }
}
