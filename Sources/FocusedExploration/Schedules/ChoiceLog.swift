import FocusedTestStore

/// The choices of a run, in order: which of several tasks ran next, and which option the user took.
///
/// A step of the user is a choice, too: to send an action, to wake a sleeper, or to answer a call. Without a schedule,
/// tasks run in the order in which they became ready, and the user takes no steps.
package struct ChoiceLog: Sendable {
  package struct Choice: Sendable {
    package let point: Schedule.Point
    /// The position of the chosen option. Without a schedule, each choice is option 0.
    package let picked: Int
    /// The number of options besides option 0 at a point of the user.
    let optionCount: Int
    /// The tasks that were ready, at most ``ChoiceLog/taskLimit``. The first one runs without a deviation. Empty at a
    /// point of the user.
    package let tasks: [ReadyTask]
    /// The task that ran.
    package let pickedTask: ReadyTask?
    /// A hash of the chosen step; 0 if the run doesn't need it.
    var label: UInt64 = 0
    /// A hash of the state in which the user took no step, if the hash is cheap to compute.
    var state: UInt64?
    fileprivate let isCut: Bool
    /// The effects that acted before the next choice.
    fileprivate var actors: Set<Int> = []

    /// A choice between tasks.
    package init(point: Schedule.Point, tasks: [ReadyTask], picked: Int) {
      self.point = point
      self.picked = picked
      self.tasks =
        tasks.count > ChoiceLog.taskLimit ? Array(tasks.prefix(ChoiceLog.taskLimit)) : tasks
      optionCount = tasks.count - 1
      pickedTask = tasks[picked]
      isCut = tasks.count > ChoiceLog.taskLimit
    }

    /// A choice of the user.
    init(
      point: Schedule.Point, picked: Int, of optionCount: Int, label: UInt64 = 0,
      state: UInt64? = nil
    ) {
      self.point = point
      self.picked = picked
      self.optionCount = optionCount
      (tasks, pickedTask, isCut) = ([], nil, false)
      self.label = label
      self.state = state
    }

    /// Whether the user took a step.
    var isStep: Bool { point.isOfUser && picked != 0 }
    /// Whether a task other than the first ready task ran.
    var isOrderDeviation: Bool { !point.isOfUser && picked != 0 }

    /// Whether a task that did not run could observe what happened before the next choice: another effect has acted, or
    /// another task of its effect has run. Tasks of one effect may wait for each other, or cancel each other.
    fileprivate func affects(_ task: ReadyTask) -> Bool {
      pickedTask?.lane == task.lane || actors.contains { $0 != task.lane }
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

  /// The maximum number of choices between tasks in a log.
  package static let limit = 20_000
  /// The maximum number of tasks in one choice.
  package static let taskLimit = 64

  package private(set) var choices: [Choice] = []
  /// Whether choices or tasks are missing because of the limits, or the schedule could not choose an order.
  package private(set) var isCut = false
  /// The number of choices when each effect last acted.
  private var lastActs: [Effect: Int] = [:]
  /// The points at which the schedule chose a task that was not ready.
  private var unfit: [Schedule.Point] = []
  /// The number of steps of the user.
  private(set) var stepCount = 0
  /// The number of opportunities for the user to act before effects were idle, since the last step.
  private(set) var earlyCount = 0
  /// The maximum number of steps that an exploration allows.
  private(set) var longest = 0
  /// The number of explorations that have begun.
  private(set) var explorationCount = 0
  /// The number of steps at the first failure.
  private(set) var failedStep: Int?

  package init() {}

  // MARK: - Recording

  /// - Parameter isFit: Whether the task that the schedule chose was ready.
  package mutating func append(_ choice: Choice, isFit: Bool = true) {
    if !isFit { unfit.append(choice.point) }
    if choice.isStep { (stepCount, earlyCount) = (stepCount + 1, 0) }
    isCut = isCut || choice.isCut
    if choices.count - stepCount < Self.limit || choice.point.isOfUser {
      choices.append(choice)
    } else {
      isCut = true
    }
  }

  /// Records an event of an effect after the latest choice.
  package mutating func note(_ event: TaskChooser.Event, of effect: Effect) {
    switch event {
    case .acted:
      lastActs[effect] = choices.count
      if !choices.isEmpty { choices[choices.count - 1].actors.insert(effect.lane) }
    case .wasCancelled:
      lastActs[effect] = .max
    case .dependsOnExternalWork:
      isCut = true
    }
  }

  mutating func beginExploration(upTo limit: Int) -> Int {
    longest = max(longest, limit)
    defer { explorationCount += 1 }
    return explorationCount
  }

  /// Records an opportunity for the user to act before effects are idle. Returns its number.
  mutating func noteEarly() -> Int {
    defer { earlyCount += 1 }
    return earlyCount
  }

  mutating func noteFailure() { if failedStep == nil { failedStep = stepCount } }

  // MARK: - Reading

  /// The schedule that repeats the choices.
  package var schedule: Schedule {
    Schedule(
      Dictionary(
        uniqueKeysWithValues: choices.lazy.filter { $0.picked != 0 }.map { ($0.point, $0.picked) }))
  }

  /// The steps of the user.
  var steps: [Choice] { choices.filter(\.isStep) }

  /// The latest step of the user.
  var lastStep: Choice? { choices.last(where: \.isStep) }

  /// Whether several tasks were ready at once, even if the schedule could not choose between them.
  var hasOrders: Bool { isCut || choices.contains { !$0.point.isOfUser } }

  /// The deviations of a schedule that had no effect on the run.
  func misfits(of schedule: Schedule) -> [Schedule.Point] {
    let met = Set(choices.lazy.filter { !$0.point.isOfUser || $0.isStep }.map(\.point))
    return unfit + schedule.deviations.keys.filter { !met.contains($0) }.sorted()
  }

  // MARK: - Alternatives

  /// Another option at a point, which makes a schedule with one more deviation.
  package typealias Alternative = (point: Schedule.Point, position: Int)

  /// The choices after the last deviation.
  private var latestChoices: ArraySlice<Choice> {
    choices[(choices.lastIndex { $0.picked != 0 } ?? -1).advanced(by: 1)...]
  }

  /// The points since the last step at which effects were idle and the user took no step. There is one such point per
  /// exploration of the test.
  var ends: [Choice] {
    choices.lazy.reversed().prefix { !$0.isStep }
      .filter { $0.point.isOfUser && $0.optionCount > 0 }.reversed()
  }

  /// The steps that the user could have taken before effects were idle, since the last step.
  var earlySteps: [Alternative] {
    guard stepCount < longest else { return [] }
    return (0..<earlyCount).map { (.early(step: stepCount, number: $0), 1) }
  }

  /// The other orders of tasks after the last deviation: first the orders in which an action arrives before another
  /// one, if effects share nothing but the store; then the others.
  ///
  /// If no effect sends an action between two choices, the tasks of the first choice can still run first at the second
  /// one. If an effect sends no more actions, it makes no difference whether it runs first.
  package var orders: (ofActions: [Alternative], others: [Alternative]) {
    var orders: (ofActions: [Alternative], others: [Alternative]) = ([], [])
    let latest = latestChoices
    for index in latest.indices where !latest[index].point.isOfUser {
      let choice = latest[index]
      for (position, task) in choice.tasks.enumerated().dropFirst() {
        let effect = Effect(store: choice.point.store, lane: task.lane)
        if lastActs[effect, default: 0] > index, choice.affects(task) {
          orders.ofActions.append((choice.point, position))
        } else {
          orders.others.append((choice.point, position))
        }
      }
    }
    return orders
  }
}
