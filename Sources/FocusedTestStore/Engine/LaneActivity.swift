import Core

/// The tasks of a lane, as far as its jobs reveal them.
struct LaneActivity {
  /// A task that runs in the lane.
  private struct LaneTask {
    /// The task of the lane that created this one. `nil` for the root, and if the task is unknown.
    let creator: UInt?
    /// Whether the task runs an operation of the effect, rather than being a child task.
    let isRoot: Bool
    var queuedJobs = 0
  }

  /// A wait for the test.
  private struct Wait {
    let parking: Parking
    /// The waiting task, or `nil` if it runs on another executor.
    let task: UInt?
    /// Whether the effect started the waiting task with `Task {}`. A child task of it doesn't count separately.
    let isOfStartedTask: Bool
  }

  private let token: Unmanaged<TaskToken>
  var operations = 0
  var canSend = true
  /// The effect, once it has ended before the tasks that it started, or while one of them waits for the test.
  private(set) weak var effect: RunningEffect?
  private var waits: [Wait] = []
  var returningSenders = 0
  var isEvicted = false
  /// The tasks, by their identities.
  private var tasks: [UInt: LaneTask] = [:]
  /// The task whose job runs now.
  private var running: UInt?
  /// The running job, if it has no task: the task that made it ready, and the number of jobs that were ready before.
  private var taskless: (waker: UInt, readied: Int)?
  /// The task that has ended in the running job.
  private var ended: UInt?
  /// The ready jobs without a task, each with the task that made it ready; 0 for none.
  private var tasklessJobs: [UInt: UInt] = [:]
  /// Whether a job has run.
  private(set) var hasRun = false
  /// The number of times that jobs have become ready, and the latest job.
  private var readied = (count: 0, latest: UInt(0))
  private var delayAfterEviction = 1
  private var isStarting = false

  init(token: Unmanaged<TaskToken>) {
    self.token = token
  }

  func knows(_ task: UInt) -> Bool { tasks[task] != nil }

  /// Records that the next enqueued job is the first job of a task.
  mutating func willStartOperation() {
    operations += 1
    isStarting = true
  }

  /// Records the end of an operation. Called in the task of the operation.
  ///
  /// - Returns: Whether the effect ended before tasks that it started.
  mutating func operationEnded(_ task: UInt, of effect: RunningEffect?) -> Bool {
    let startedTasks = startedTasks
    operations -= 1
    tasks[task] = nil
    guard operations == 0, startedTasks > 0 else { return false }
    self.effect = effect
    return true
  }

  // MARK: Jobs

  /// Records that a job has become ready.
  ///
  /// - Parameters:
  ///   - waker: The task that made it ready; 0 if no task was running.
  ///   - isInside: Whether a job of the store was running.
  mutating func enqueued(_ job: UnownedJob, by waker: @autoclosure () -> UInt, isInside: Bool) {
    let task = job.identity
    guard knows(task) else {
      guard isStarting || !job.isTurnOfActor else { return }
      defer { isStarting = false }
      var creator: UInt?
      if !tasks.isEmpty {
        let waker = waker()
        if knows(waker) { creator = waker }
      }
      tasks[task] = LaneTask(creator: creator, isRoot: isStarting, queuedJobs: 1)
      return
    }
    if isInside, let running, tasks[running]?.creator == task, waker() == 0 { ended = running }
    tasks[task]?.queuedJobs += 1
  }

  /// Whether a task is the effect's own task, or the only one.
  func isAlone(_ task: UInt) -> Bool { tasks.count <= 1 || tasks[task]?.isRoot == true }

  // MARK: Choosing

  /// Records that a job has become ready. Returns it as a task for the scheduling policy.
  ///
  /// - Parameter waker: The task that made the job ready, or 0 if no task was running.
  /// - Returns: The task, and whether a task now waits for an actor.
  mutating func readyTask(
    of job: UnownedJob, by waker: UInt, inLane lane: Int
  ) -> (task: ReadyTask, isAtActor: Bool) {
    let isTaskless = !knows(job.identity) && job.isTurnOfActor
    if isTaskless { tasklessJobs[job.identity] = waker }
    readied = (readied.count + 1, job.identity)
    let isPart = !isAlone(isTaskless ? waker : job.identity)
    // A task that waits for an actor is no longer the current one.
    return (
      ReadyTask(lane: lane, id: job.identity, isPart: isPart), isTaskless && waker == 0
    )
  }

  mutating func willRun(_ job: UnownedJob) {
    running = job.identity
    hasRun = true
    tasks[job.identity]?.queuedJobs -= 1
    if tasklessJobs.isEmpty { return }
    taskless = tasklessJobs.removeValue(forKey: job.identity).map { ($0, readied.count) }
  }

  /// Whether the completed job belonged to an actor. A yielding task also has a job without a task, but that job only
  /// makes the task ready again.
  private var hasEnteredActor: Bool {
    guard let taskless else { return false }
    return taskless.waker == 0 || readied.count != taskless.readied + 1
      || readied.latest != taskless.waker
  }

  /// Removes a task that has ended, if its end can be observed. Returns whether the completed job entered an actor. Known
  /// only for a scheduling policy.
  ///
  /// When a child ends, it wakes the awaiting parent after it has stopped being the current task. When a child wakes
  /// its parent in another way, such as by yielding to a stream, it is still the current task. The end can't be
  /// observed if no task awaits the child, or if the child ends in another executor.
  mutating func didRun() -> Bool {
    defer { (running, ended, taskless) = (nil, nil, nil) }
    if let ended, tasks[ended]?.queuedJobs == 0, !waits.contains(where: { $0.task == ended }) {
      tasks[ended] = nil
    }
    return hasEnteredActor
  }

  mutating func nextDelayAfterEviction(of work: EffectScheduler.LaneWork.Kind) -> Int {
    if work.isTurnOfActor { return 1 }
    defer { delayAfterEviction = min(delayAfterEviction * 2, 1_000) }
    return delayAfterEviction
  }

  // MARK: Parking

  /// Records that a task waits for the test. Returns whether the effect started that task with `Task {}`.
  mutating func park(_ parking: Parking, _ task: UnsafeCurrentTask?, of effect: RunningEffect?)
    -> Bool
  {
    let known = task.map(\.identity).flatMap { knows($0) ? $0 : nil }
    let isStarted = known == nil && task.map { !$0.isChildTask } ?? false
    waits.append(Wait(parking: parking, task: known, isOfStartedTask: isStarted))
    if known == nil { self.effect = effect }
    return known == nil
  }

  mutating func unpark(_ id: Parking.ID) {
    waits.removeAll { $0.parking.id == id }
  }

  /// Whether every task that can still run waits for the test.
  ///
  /// A task that is not parked may wait for its children, or for off-executor work. The runtime doesn't distinguish
  /// them, so the lane counts as not parked. An unnecessary wait is better than a false failure.
  var isParked: Bool {
    guard runningTasks == 0 else { return false }
    guard operations > 0 else { return waits.contains { $0.task == nil } }
    return !tasks.isEmpty && tasks.keys.allSatisfy(Set(waits.compactMap(\.task)).contains)
  }

  /// The number of tasks that the effect started with `Task {}` and that have not ended.
  private var startedTasks: Int { TaskToken.taskCount(token) - operations }

  /// The number of started tasks that don't wait for the test. A task counts as running even if one of its child tasks
  /// waits.
  var runningTasks: Int {
    max(0, startedTasks - waits.count(where: \.isOfStartedTask))
  }

  /// Whether the effect ended before tasks that it started.
  var hasLeftTasks: Bool { operations == 0 && canSend && startedTasks > 0 }

  /// Whether all tasks that the effect started wait for the test.
  var isLeftParked: Bool {
    operations == 0 && canSend && isParked
  }

  var mayComeBack: Bool {
    !isEvicted && !isParked && (operations > 0 || canSend)
  }

  var parkings: [Parking] {
    waits.map(\.parking)
      .filter { $0.cause != .own }
      .sorted { $0.id.number < $1.id.number }
  }
}
