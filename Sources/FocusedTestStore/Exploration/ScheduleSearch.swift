/// Says which schedule to try next: first in, first out; then few deviations; then random ones.
///
/// A plain value. After each run it is told of the choices that the test met. Half of the runs go through the
/// schedules in the order of how many deviations they have. If that has not been all by then, the rest are
/// random. Deviations among effects that send nothing come last.
package struct ScheduleSearch: Sendable {
  /// A schedule that has run, and the choices behind its last deviation. Each is a schedule with one more.
  private struct Node: Sendable {
    let schedule: Schedule
    let choices: [(point: Schedule.Point, position: Int)]
    var next = 0
  }

  package let limit: Int
  private var runCount = 0
  /// Whether a run had more choices than could be kept.
  private var isCut = false
  private var nodes: [Node] = []
  private var firstOpen = 0
  /// The same for deviations that hardly matter.
  private var silentNodes: [Node] = []
  private var firstOpenSilent = 0
  /// The schedules that have run, as deviations.
  private var tried: Set<Schedule> = []
  private var seed: UInt64
  private var isStarted = false

  package init(limit: Int, seed: UInt64 = 0) {
    self.limit = limit
    self.seed = seed
  }

  /// How many different schedules have run.
  package var triedCount: Int { tried.count }

  /// Whether no schedule is left.
  package var isComplete: Bool { isStarted && !isCut && openCount == 0 }

  /// How many schedules are known and have not been tried.
  package var openCount: Int {
    (nodes[firstOpen...] + silentNodes[firstOpenSilent...])
      .reduce(0) { $0 + $1.choices.count - $1.next }
  }

  /// The next schedule, or `nil` if there is none or the limit is reached.
  package mutating func next() -> Schedule? {
    guard runCount < limit else { return nil }
    guard isStarted else {
      isStarted = true
      return .firstInFirstOut
    }
    let isSystematic = runCount <= limit / 2 || openCount <= limit - runCount
    return isSystematic ? nextSystematic() : nextRandom()
  }

  private mutating func nextSystematic() -> Schedule? {
    while true {
      let next =
        Self.next(&nodes, from: &firstOpen) ?? Self.next(&silentNodes, from: &firstOpenSilent)
      // One that a random run happened to be.
      if let next, tried.contains(next) { continue }
      return next
    }
  }

  private static func next(_ nodes: inout [Node], from first: inout Int) -> Schedule? {
    while first < nodes.count {
      guard nodes[first].next < nodes[first].choices.count else {
        first += 1
        continue
      }
      let node = nodes[first]
      let (point, position) = node.choices[node.next]
      nodes[first].next += 1
      var schedule = node.schedule
      schedule.deviations[point] = position
      return schedule
    }
    return nil
  }

  private mutating func nextRandom() -> Schedule {
    seed &+= 1
    return Schedule(seed: StableHash(seed).value)
  }

  /// Takes note of a run.
  package mutating func didRun(_ schedule: Schedule, _ trail: ScheduleTrail) {
    runCount += 1
    isCut = isCut || trail.isCut
    guard tried.insert(trail.schedule).inserted, schedule.seed == nil else { return }
    let last = trail.choices.lastIndex { $0.picked != 0 }
    let rest = trail.choices[(last.map { $0 + 1 } ?? 0)...]
    var audible: [(Schedule.Point, Int)] = []
    var silent: [(Schedule.Point, Int)] = []
    for choice in rest {
      for position in choice.lanes.indices.dropFirst() {
        if trail.isSilent(position, insteadAt: choice) {
          silent.append((choice.point, position))
        } else {
          audible.append((choice.point, position))
        }
      }
    }
    if !audible.isEmpty { nodes.append(Node(schedule: trail.schedule, choices: spread(audible))) }
    if !silent.isEmpty {
      silentNodes.append(Node(schedule: trail.schedule, choices: spread(silent)))
    }
  }

  /// Begins with some from all over the run if there are too many to try them all.
  private func spread<Element>(_ elements: [Element]) -> [Element] {
    let stride = elements.count / max(1, limit / 4)
    guard stride > 1 else { return elements }
    return (0..<stride).flatMap { offset in
      Swift.stride(from: offset, to: elements.count, by: stride).map { elements[$0] }
    }
  }
}
