import FocusedTestStore

/// The choices that a test met when it ran under a schedule, in order.
package struct ScheduleTrail: Sendable {
  package struct Choice: Sendable {
    package let point: Schedule.Point
    /// The tasks that were ready, the one that runs without a deviation first. Not all of them, if there were
    /// many: each choice among thousands would keep thousands.
    package let tasks: [ReadyTask]
    /// The position of the one that ran.
    package let picked: Int
    /// The one that ran.
    package let pickedTask: ReadyTask
    fileprivate let isCut: Bool
    /// The effect that was the first to act before the next choice.
    private var firstActor: Int?
    private var hasMoreActors = false
    /// For each effect that ran before the next choice the first of its tasks.
    private var ran: [(lane: Int, task: UInt, hasMore: Bool)] = []

    package init(point: Schedule.Point, tasks: [ReadyTask], picked: Int) {
      self.point = point
      self.tasks =
        tasks.count > ScheduleTrail.taskLimit
        ? Array(tasks.prefix(ScheduleTrail.taskLimit)) : tasks
      self.picked = picked
      pickedTask = tasks[picked]
      isCut = tasks.count > ScheduleTrail.taskLimit
      note(task: pickedTask.id, of: pickedTask.lane)
    }

    fileprivate mutating func note(actor: Int) {
      if firstActor == nil { firstActor = actor }
      if firstActor != actor { hasMoreActors = true }
    }

    fileprivate mutating func note(task: UInt, of lane: Int) {
      if let index = ran.firstIndex(where: { $0.lane == lane }) {
        if ran[index].task != task { ran[index].hasMore = true }
      } else {
        ran.append((lane, task, false))
      }
    }

    /// Whether another effect has acted before the next choice.
    fileprivate func isAudible(to lane: Int) -> Bool {
      hasMoreActors || firstActor != nil && firstActor != lane
    }

    /// Whether another task of the same effect has run before the next choice, or one of an effect that has
    /// something in common with it: it may have ended, and tasks may wait for each other or cancel each other.
    fileprivate func isOvertaken(_ task: ReadyTask, among related: Set<Int>) -> Bool {
      ran.contains {
        related.contains($0.lane)
          && ($0.lane != task.lane || $0.hasMore || $0.task != task.id)
      }
    }
  }

  /// An effect of one of the test's stores.
  package struct Effect: Hashable, Sendable {
    package let store: Int
    package let lane: Int

    package init(store: Int = 0, lane: Int) {
      self.store = store
      self.lane = lane
    }
  }

  /// No more choices than these are kept.
  package static let limit = 20_000
  /// No more tasks than these are kept of one choice.
  package static let taskLimit = 64

  package private(set) var choices: [Choice] = []
  /// Whether there were more choices than are kept, one among more tasks, or an order that could not be chosen.
  package private(set) var isCut = false
  /// Whether another task than the first has run.
  private(set) var hasDeviations = false
  /// How many choices there were when an effect acted last.
  private var lastActs: [Effect: Int] = [:]
  /// The effects that have something in common, as far as one has made another ready.
  private var relations: [Effect: Set<Int>] = [:]
  /// The points at which the schedule asked for a task that was not ready.
  package private(set) var misfits: [Schedule.Point] = []

  package init() {}

  /// Whether anything was ready at the same time, whether it could be chosen or not.
  package var hasChoices: Bool { !choices.isEmpty || isCut }

  /// - Parameter isFit: Whether the task that the schedule asked for was ready.
  package mutating func append(_ choice: Choice, isFit: Bool = true) {
    if !isFit { misfits.append(choice.point) }
    if choices.count < Self.limit { choices.append(choice) } else { isCut = true }
    if choice.isCut { isCut = true }
    if choice.picked != 0 { hasDeviations = true }
  }

  package mutating func note(_ event: SchedulingPolicy.LaneEvent, of effect: Effect) {
    switch event {
    case .acted:
      lastActs[effect] = choices.count
      if !choices.isEmpty { choices[choices.count - 1].note(actor: effect.lane) }
    case .wasCancelled:
      lastActs[effect] = .max
    case .ran(let task):
      if !choices.isEmpty { choices[choices.count - 1].note(task: task, of: effect.lane) }
    case .wasReadied(let other):
      let related = related(to: effect).union(related(to: Effect(store: effect.store, lane: other)))
      for lane in related { relations[Effect(store: effect.store, lane: lane)] = related }
    case .cameFromOutside:
      isCut = true
    }
  }

  /// What the choices were, whatever they came from.
  package var schedule: Schedule {
    Schedule(
      Dictionary(
        uniqueKeysWithValues: choices.lazy.filter { $0.picked != 0 }.map { ($0.point, $0.picked) }))
  }

  /// The choices behind the last deviation, as deviations: first those by which an action arrives before another
  /// one, as far as effects have nothing in common but the store; then the others.
  ///
  /// If nothing is sent between one choice and the next, the same tasks can still go first at the next, unless
  /// another task of the effect of one of them has run. It changes nothing to run a task first whose effect sends
  /// nothing any more.
  package var alternatives: (audible: [Alternative], silent: [Alternative]) {
    var alternatives: (audible: [Alternative], silent: [Alternative]) = ([], [])
    let last = choices.lastIndex { $0.picked != 0 }
    for index in choices.indices[(last.map { $0 + 1 } ?? 0)...] {
      let choice = choices[index]
      let others: [(position: Int, isOvertaken: Bool, acts: Bool)] =
        choice.tasks.indices.dropFirst().map { position in
          let task = choice.tasks[position]
          let related = related(to: Effect(store: choice.point.store, lane: task.lane))
          let acts = related.contains {
            lastActs[Effect(store: choice.point.store, lane: $0), default: 0] > index
          }
          return (position, choice.isOvertaken(task, among: related), acts)
        }
      // If one of them cannot go first any more, the others could have gone before it as well.
      let isLast = others.contains { $0.isOvertaken && $0.acts }
      for (position, _, acts) in others {
        if acts, isLast || choice.isAudible(to: choice.tasks[position].lane) {
          alternatives.audible.append((choice.point, position))
        } else {
          alternatives.silent.append((choice.point, position))
        }
      }
    }
    return alternatives
  }

  private func related(to effect: Effect) -> Set<Int> { relations[effect] ?? [effect.lane] }

  package typealias Alternative = (point: Schedule.Point, position: Int)
}
