import FocusedTestStore

/// Says which script to try next: the shortest first, then random ones in between.
///
/// A plain value that holds a tree: below each script that has run are those with one more choice. Up to
/// half of the runs are scripts whose steps come at rest, by their length. A state that was left before is
/// left again only when there are runs to spare, and so are steps before effects rest, and other orders of
/// effects.
struct ScriptSearch: Sendable {
  private struct Node: Sendable {
    let parent: Int
    let point: Schedule.Point
    let choice: Int
    let length: Int
    let isPlain: Bool
  }

  /// Choices at a point, as continuations of a script.
  private struct Branch: Sendable {
    let node: Int
    let point: Schedule.Point
    var next: Int
    let last: Int
  }

  /// Branches, in the order in which they are tried.
  private struct Frontier: Sendable {
    private var branches: [Branch] = []
    private var first = 0
    private(set) var openCount = 0

    mutating func append(_ branch: Branch) {
      guard branch.next <= branch.last else { return }
      branches.append(branch)
      openCount += branch.last - branch.next + 1
    }

    /// The node whose continuation comes next.
    var nextNode: Int? { first < branches.count ? branches[first].node : nil }

    mutating func next() -> (node: Int, point: Schedule.Point, choice: Int)? {
      guard first < branches.count else { return nil }
      let branch = branches[first]
      openCount -= 1
      if branch.next == branch.last {
        first += 1
        if first > 1_000, first * 2 > branches.count {
          branches.removeFirst(first)
          first = 0
        }
      } else {
        branches[first].next += 1
      }
      return (branch.node, branch.point, branch.next)
    }
  }

  private enum Origin { case fresh, deviating, repeated }

  private let limit: Int
  private var seed: UInt64
  private(set) var runCount = 0
  private var nodes: [Node] = []
  /// The scripts of steps at rest that leave a state which no other one has left.
  private var fresh = Frontier()
  /// Those with steps before effects rest, or other orders of effects.
  private var deviating = Frontier()
  /// Those that leave a state again.
  private var repeated = Frontier()
  private var states: Set<UInt64> = []
  /// The scripts in ``deviating`` that have been tried, as hashes.
  private var tried: Set<Int> = []
  private var latest: (origin: Origin, node: Int, point: Schedule.Point, choice: Int)?
  private var turn = 0
  private(set) var longest = 0
  /// Whether choices were left out of the tree.
  private var isCut = false

  init(limit: Int, seed: UInt64) {
    self.limit = limit
    self.seed = seed
  }

  /// Whether each state that can be told from others has been left by each step, at rest.
  var hasEveryState: Bool { fresh.openCount == 0 && !isCut }

  /// Whether no script is left.
  var isComplete: Bool {
    hasEveryState && deviating.openCount == 0 && repeated.openCount == 0
  }

  mutating func next() -> Schedule? {
    guard runCount < limit else { return nil }
    let left = limit - runCount
    if fresh.openCount > 0, runCount <= limit / 2 || fresh.openCount <= left {
      return take(.fresh)
    }
    let open = fresh.openCount + deviating.openCount + repeated.openCount
    if open == 0 { return nil }
    turn += 1
    if turn.isMultiple(of: 2), deviating.openCount > 0 { return take(.deviating) }
    if open <= left || turn.isMultiple(of: 5) {
      return take(
        repeated.openCount > 0 ? .repeated : deviating.openCount > 0 ? .deviating : .fresh)
    }
    latest = nil
    return .random(after: &seed)
  }

  /// The next script of steps at rest that is shorter than one that fails.
  mutating func next(shorterThan length: Int) -> Schedule? {
    guard runCount < limit, let node = fresh.nextNode, nodes[node].length + 1 < length else {
      return nil
    }
    return take(.fresh)
  }

  private mutating func take(_ origin: Origin) -> Schedule? {
    let next =
      switch origin {
      case .fresh: fresh.next()
      case .deviating: deviating.next()
      case .repeated: repeated.next()
      }
    guard let next else { return nil }
    var schedule = schedule(of: next.node)
    schedule.deviations[next.point] = next.choice
    // Two deviations after one step can be reached in two ways.
    guard schedule.isPlain || tried.insert(schedule.hashValue).inserted else { return self.next() }
    latest = (origin, next.node, next.point, next.choice)
    return schedule
  }

  private func schedule(of node: Int) -> Schedule {
    var schedule = Schedule()
    var index = node
    while nodes[index].parent >= 0 {
      schedule.deviations[nodes[index].point] = nodes[index].choice
      index = nodes[index].parent
    }
    return schedule
  }

  // MARK: - After a run

  /// Takes note of a run: what it met behind its last choice can be chosen otherwise.
  ///
  /// - Parameter orders: The other orders of effects since the last step.
  mutating func didRun(_ script: ScriptTrail, orders: [ScheduleTrail.Alternative], isCut: Bool) {
    runCount += 1
    longest = max(longest, script.longest)
    self.isCut = self.isCut || isCut
    if runCount > 1, latest == nil { return }
    let node = addNode(of: script)
    let isPlain = nodes[node].isPlain
    for end in script.ends where end.optionCount > 0 {
      let isNew = end.state.map { states.insert($0).inserted } ?? true
      let branch = Branch(node: node, point: end.point, next: 1, last: end.optionCount)
      if !isNew {
        repeated.append(branch)
      } else if isPlain {
        fresh.append(branch)
      } else {
        deviating.append(branch)
      }
    }
    if let step = script.steps.last, let latest, step.point == latest.point, step.point.isEarly,
      step.choice == 1
    {
      // How many options there are before rest is known once the first has been taken.
      deviating.append(
        Branch(node: latest.node, point: step.point, next: 2, last: step.optionCount))
    }
    guard latest.map({ $0.origin != .repeated }) ?? true else { return }
    // One more than can be tried, so that it is known that some are left.
    let left = limit - runCount + 1
    if script.steps.count < script.longest {
      for number in 0..<min(script.earlyCount, left) {
        deviating.append(
          Branch(
            node: node, point: .early(step: script.steps.count, number: number), next: 1, last: 1))
      }
    }
    for (point, position) in orders.prefix(left) {
      deviating.append(Branch(node: node, point: point, next: position, last: position))
    }
  }

  private mutating func addNode(of script: ScriptTrail) -> Int {
    if let latest {
      let parent = nodes[latest.node]
      nodes.append(
        Node(
          parent: latest.node, point: latest.point, choice: latest.choice,
          length: parent.length + (latest.point.isOfUser ? 1 : 0),
          isPlain: parent.isPlain && latest.point.isOfUser && !latest.point.isEarly))
    } else {
      nodes.append(Node(parent: -1, point: .init(number: 0), choice: 0, length: 0, isPlain: true))
    }
    return nodes.count - 1
  }
}
