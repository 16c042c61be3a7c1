import FocusedTestStore

/// Says which schedule to try next: first in, first out; then few deviations; then random ones.
///
/// A plain value. After each run it is told of the choices that the test met. Up to half of the runs go through
/// the schedules in the order of how many deviations they have. If more are left by then than runs, the rest
/// are random. Deviations that change the order of no action come last: they matter to effects that share
/// something besides the store.
package struct ScheduleSearch: Sendable {
  /// A schedule that has run, and the choices behind its last deviation. Each is a schedule with one more.
  private struct Node: Sendable {
    let schedule: Schedule
    /// No more than may be tried.
    let alternatives: [ScheduleTrail.Alternative]
    var next = 0
  }

  package let limit: Int
  private var runCount = 0
  /// Whether a run had more choices than could be kept.
  private var isCut = false
  private var audible = Frontier()
  private var silent = Frontier()
  /// The schedules that have run, as deviations.
  private var tried: Set<Schedule> = []
  private var seed: UInt64
  /// The search for scripts, if the test explores.
  private(set) var scripts: ScriptSearch?

  package init(limit: Int, seed: UInt64 = 0) {
    self.limit = limit
    self.seed = seed
  }

  /// How many different schedules have run.
  package var triedCount: Int { scripts?.runCount ?? tried.count }

  /// Whether every order in which actions can arrive has been tried.
  package var hasEveryOrder: Bool {
    if let scripts { return scripts.isComplete }
    return runCount > 0 && !isCut && audible.openCount == 0
  }

  /// Whether no schedule is left.
  package var isComplete: Bool {
    if let scripts { return scripts.isComplete }
    return hasEveryOrder && silent.openCount == 0
  }

  /// The next schedule, or `nil` if there is none or the limit is reached.
  package mutating func next() -> Schedule? {
    if scripts != nil { return scripts?.next() }
    guard runCount < limit else { return nil }
    if runCount == 0 { return .firstInFirstOut }
    let left = limit - runCount
    let isSystematic = runCount <= limit / 2 || audible.openCount <= left
    return isSystematic ? nextSystematic() : .random(after: &seed)
  }

  private mutating func nextSystematic() -> Schedule? {
    while let next = audible.next() ?? silent.next() {
      // A random run may have happened to be the same.
      if !tried.contains(next) { return next }
    }
    return nil
  }

  mutating func next(shorterThan length: Int) -> Schedule? { scripts?.next(shorterThan: length) }

  mutating func didRun(_ schedule: Schedule, _ run: ScheduleRun) {
    let script = run.script
    if scripts == nil, script.explorationCount == 0 { return didRun(schedule, run.trail) }
    if scripts == nil { scripts = ScriptSearch(limit: limit, seed: seed) }
    scripts?.didRun(script, orders: run.orders, isCut: run.trail.isCut)
  }

  package mutating func didRun(_ schedule: Schedule, _ trail: ScheduleTrail) {
    runCount += 1
    isCut = isCut || trail.isCut
    guard tried.insert(trail.schedule).inserted, schedule.seed == nil else { return }
    let isFromSilent = silent.latest == schedule
    let alternatives = trail.alternatives
    let most = max(1, limit / 4)
    let left = limit - runCount
    // What follows from a deviation that changes the order of no action is known from elsewhere.
    if isFromSilent {
      silent.add(
        schedule, alternatives.audible + alternatives.silent, startingWith: most, atMost: left)
    } else {
      audible.add(schedule, alternatives.audible, startingWith: most, atMost: left)
      silent.add(schedule, alternatives.silent, startingWith: most, atMost: left)
    }
  }

  /// Schedules to be tried, the one with the fewest deviations first.
  private struct Frontier: Sendable {
    private var nodes: [Node] = []
    private var first = 0
    /// How many there are, kept or not.
    private(set) var openCount = 0
    /// The schedule that was taken last.
    private(set) var latest: Schedule?

    mutating func next() -> Schedule? {
      while first < nodes.count {
        let node = nodes[first]
        guard node.next < node.alternatives.count else {
          nodes[first] = Node(schedule: node.schedule, alternatives: [])
          first += 1
          continue
        }
        let (point, position) = node.alternatives[node.next]
        nodes[first].next += 1
        openCount -= 1
        var schedule = node.schedule
        schedule.deviations[point] = position
        latest = schedule
        return schedule
      }
      return nil
    }

    /// - Parameters:
    ///   - count: If there are more alternatives, the first ones are from all over the run.
    ///   - most: How many can still be tried. A long run has so many more that they would fill the memory.
    mutating func add(
      _ schedule: Schedule, _ alternatives: [ScheduleTrail.Alternative], startingWith count: Int,
      atMost most: Int
    ) {
      guard !alternatives.isEmpty else { return }
      let stride = alternatives.count / count
      let spread =
        stride > 1
        ? (0..<stride).flatMap { offset in
          Swift.stride(from: offset, to: alternatives.count, by: stride).map { alternatives[$0] }
        } : alternatives
      nodes.append(Node(schedule: schedule, alternatives: Array(spread.prefix(most))))
      openCount += spread.count
    }
  }
}
