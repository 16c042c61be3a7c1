import FocusedTestStore

/// Chooses the schedule to try next.
///
/// A plain value that holds a tree. The children of a schedule that has run are the schedules with one more deviation:
/// another order of tasks, or a step of the user. Schedules with few deviations come first. At least half of the
/// runs go through the tree. If the tree then has more schedules than there are runs left, random schedules follow.
package struct ScheduleSearch: Sendable {
  /// The classes of schedules, in the order in which they are tried.
  private enum Class: Int {
    /// The schedules that change the order of actions. In an exploration, the ones that continue from a new state.
    case fresh
    /// In an exploration: the user acts before effects are idle, or tasks run in another order.
    case deviating
    /// The schedules that don't change the order of actions. They matter if effects share something besides the store.
    /// In an exploration, the ones that continue from a known state. They matter if the state doesn't show everything.
    case repeated
  }

  /// The schedules with one more deviation than one that has run, at one point.
  private struct Branch: Sendable {
    let parent: Schedule
    let point: Schedule.Point
    var next: Int
    let last: Int
  }

  /// Branches, in the order in which they are tried.
  private struct Frontier: Sendable {
    private var branches: [Branch] = []
    private var first = 0
    private(set) var openCount = 0
    /// Whether branches were dropped, because there are too many to try.
    private var isCut = false

    /// Whether each schedule of the class has been tried.
    var isExhausted: Bool { openCount == 0 && !isCut }

    /// - Parameter limit: The number of remaining runs. The frontier keeps one schedule more, to show that schedules
    ///   remain.
    mutating func append(_ branch: Branch, atMost limit: Int = .max) {
      guard branch.next <= branch.last else { return }
      if openCount > limit {
        isCut = true
        return
      }
      branches.append(branch)
      openCount += branch.last - branch.next + 1
    }

    /// The schedule below which the next one is.
    var nextParent: Schedule? { first < branches.count ? branches[first].parent : nil }

    mutating func next() -> (parent: Schedule, point: Schedule.Point, choice: Int)? {
      guard first < branches.count else { return nil }
      let branch = branches[first]
      openCount -= 1
      if branch.next == branch.last {
        first += 1
      } else {
        branches[first].next += 1
      }
      return (branch.parent, branch.point, branch.next)
    }
  }

  private let limit: Int
  private var seed: UInt64
  private var runCount = 0
  private var frontiers = [Frontier(), Frontier(), Frontier()]
  /// The states from which an action sequence has continued.
  private var states: Set<UInt64> = []
  /// The hashes of the schedules that have run, which can have thousands of deviations each.
  private var tried: Set<Int> = []
  /// The hashes of the schedules of the tree that have run.
  private var expanded: Set<Int> = []
  /// The latest schedule; `nil` if it was the first or a random one.
  private var latest: (kind: Class, parent: Schedule, point: Schedule.Point, choice: Int)?
  private var turn = 0
  /// The maximum number of steps that an exploration of the test allows; 0 if the test explores nothing.
  private var longest = 0
  private var isExploring = false
  /// Whether the tree is incomplete.
  private var isCut = false

  package init(limit: Int, seed: UInt64 = 0) {
    self.limit = limit
    self.seed = seed
  }

  private subscript(kind: Class) -> Frontier {
    get { frontiers[kind.rawValue] }
    _modify { yield &frontiers[kind.rawValue] }
  }

  // MARK: - Results

  /// The number of different schedules that have run. In an exploration: the number of runs.
  package var triedCount: Int { isExploring ? runCount : tried.count }

  /// Whether each known state has been tried with each option while effects were idle.
  var hasEveryState: Bool { runCount > 0 && !isCut && self[.fresh].isExhausted }

  /// Whether no schedule is left.
  package var isComplete: Bool {
    hasEveryState && frontiers.allSatisfy(\.isExhausted)
  }

  /// The maximum number of steps, if the test explores.
  var stepLimit: Int? { isExploring ? longest : nil }

  // MARK: - Choosing

  /// The next schedule, or `nil` if no schedule is left or the limit is reached.
  package mutating func next() -> Schedule? {
    guard runCount < limit else { return nil }
    if runCount == 0 { return .firstInFirstOut }
    let (left, freshCount) = (limit - runCount, self[.fresh].openCount)
    if freshCount > 0, runCount <= limit / 2 || freshCount <= left { return take(.fresh) }
    let openCount = frontiers.reduce(0) { $0 + $1.openCount }
    if openCount == 0 { return nil }
    turn += 1
    if turn.isMultiple(of: 2), self[.deviating].openCount > 0 { return take(.deviating) }
    if openCount <= left || (isExploring ? turn.isMultiple(of: 5) : freshCount == 0) {
      return take(
        [.repeated, .deviating].first { self[$0].openCount > 0 } ?? .fresh)
    }
    latest = nil
    return .random(after: &seed)
  }

  /// The next action sequence that is shorter than a failing one, with each step taken while effects are idle.
  mutating func next(shorterThan length: Int) -> Schedule? {
    guard isExploring, runCount < limit, let parent = self[.fresh].nextParent,
      parent.stepCount + 1 < length
    else { return nil }
    return take(.fresh)
  }

  private mutating func take(_ kind: Class) -> Schedule? {
    while let next = self[kind].next() {
      let schedule = next.parent.deviating(at: next.point, by: next.choice)
      // Two deviations after one step can be added in either order.
      if expanded.contains(schedule.hashValue) { continue }
      latest = (kind, next.parent, next.point, next.choice)
      return schedule
    }
    return next()
  }

  // MARK: - After a run

  /// Adds the choices of a run to the tree: each choice after the last deviation can be changed.
  package mutating func didRun(_ log: ChoiceLog) {
    runCount += 1
    isCut = isCut || log.isCut
    longest = max(longest, log.longest)
    isExploring = isExploring || log.explorationCount > 0
    let hash = log.schedule.hashValue
    tried.insert(hash)
    guard runCount == 1 || latest != nil, expanded.insert(hash).inserted else { return }
    let parent = latest.map { $0.parent.deviating(at: $0.point, by: $0.choice) } ?? Schedule()
    for end in log.ends {
      let isNew = end.state.map { states.insert($0).inserted } ?? true
      self[isNew ? parent.isPlain ? .fresh : .deviating : .repeated].append(
        Branch(parent: parent, point: end.point, next: 1, last: end.optionCount))
    }
    // The number of options before effects are idle is known only after the first option was taken.
    if let latest, latest.point.isEarly, latest.choice == 1, let step = log.lastStep,
      step.point == latest.point
    {
      self[.deviating].append(
        Branch(parent: latest.parent, point: step.point, next: 2, last: step.optionCount))
    }
    let (ordersOfActions, otherOrders) = log.orders
    switch (isExploring, isRepeated: latest?.kind == .repeated) {
    case (true, isRepeated: true): break
    case (true, isRepeated: false):
      add(log.earlySteps, to: .deviating, below: parent)
      add(ordersOfActions + otherOrders, to: .deviating, below: parent)
    // Other schedules also lead to other orders of the actions.
    case (false, isRepeated: true): add(ordersOfActions + otherOrders, to: .repeated, below: parent)
    case (false, isRepeated: false):
      add(ordersOfActions, to: .fresh, below: parent)
      add(otherOrders, to: .repeated, below: parent)
    }
  }

  /// Adds alternatives of a run. If there are many, the first ones are spread over the whole run.
  private mutating func add(
    _ alternatives: [ChoiceLog.Alternative], to kind: Class, below parent: Schedule
  ) {
    let stride = max(1, alternatives.count / max(1, limit / 4))
    for offset in 0..<stride {
      for index in Swift.stride(from: offset, to: alternatives.count, by: stride) {
        let alternative = alternatives[index]
        self[kind].append(
          Branch(
            parent: parent, point: alternative.point, next: alternative.position,
            last: alternative.position), atMost: limit - runCount)
      }
    }
  }
}
