import Core

/// The tasks of one effect that its store owns, and what each of them waits for.
///
/// A plain value. The lane of the effect holds it, and reads the runtime's records of the tasks.
struct OwnedTasks {
  struct Member {
    /// Keeps the task's memory, which ``TaskState`` reads.
    let task: Task<Void, Never>
    /// The task that awaits this one, if it is a child task.
    let parent: UInt?
    /// Whether the effect's token counts the task.
    let isCounted: Bool
    /// Whether the task does the effect's own work, and not that of a task which the effect started.
    var isRoot = false
    var queuedJobs = 0
    /// The waits of the task for the test.
    var parkings: [Parking] = []
    /// The children that `async let` has created. Their memory is a part of this task's.
    var asyncLets: [UInt] = []

    var identity: UInt { task.identity }
  }

  private let token: Unmanaged<TaskToken>
  private(set) var members: [UInt: Member] = [:]
  private var countedMembers = 0
  /// The number of the effect's operations that have not ended. A part of an effect that an ID can cancel is one.
  private(set) var operations = 0
  /// Whether the effect, or a task that it started, can still send actions.
  private var canSend = true
  /// The effect, once it has ended before the tasks that it started, or while one of them waits for the test.
  private weak var effect: RunningEffect?
  /// The same effect, as long as one of the members is left.
  private var keptEffect: RunningEffect?
  /// Waits for the test of tasks that the store doesn't own, and whether the token counts the task that waits.
  private var looseParkings: [(parking: Parking, isCounted: Bool)] = []
  /// The number of jobs that wait for their turn and have no task.
  private var queuedJobsWithoutTask = 0
  /// Whether actors have run for the effect. A task that starts on an actor isn't a member.
  private var hasRunActors = false
  /// The number of tasks that the token counts and that aren't members, when a job last ended.
  private var unknownTasks = 0

  init(token: Unmanaged<TaskToken>) {
    self.token = token
  }

  // MARK: - Members

  mutating func willStartOperation() { operations += 1 }

  mutating func markRoot(_ task: UInt) { members[task]?.isRoot = true }

  /// Records that a job has become ready. Returns whether its task is new.
  ///
  /// - Parameter waker: The current task, which has created a task that is new.
  mutating func queued(_ job: UnownedJob, by waker: UInt) -> Bool {
    guard job.taskNumber != nil else {
      queuedJobsWithoutTask += 1
      return false
    }
    let isNew = insert(job, by: waker)
    members[job.identity]?.queuedJobs += 1
    return isNew
  }

  /// Adds a task, unless it is a member. Returns whether it is new.
  mutating func insert(_ job: UnownedJob, by creator: UInt) -> Bool {
    guard members[job.identity] == nil else { return false }
    // The token counts a new task, unless it is a child task or a detached one.
    let isCounted = !job.isOfChildTask && countOfUnknownTasks > unknownTasks
    if isCounted { countedMembers += 1 }
    if job.isOfAsyncLet { members[creator]?.asyncLets.append(job.identity) }
    members[job.identity] = Member(
      task: job.task, parent: job.isOfChildTask ? creator : nil,
      isCounted: isCounted)
    return true
  }

  /// Records that a job runs now. Returns the children of `async let` that the job may release.
  mutating func willRun(_ job: UnownedJob) -> [UInt] {
    guard job.taskNumber != nil else {
      queuedJobsWithoutTask -= 1
      hasRunActors = hasRunActors || job.isTurnOfActor
      return []
    }
    members[job.identity]?.queuedJobs -= 1
    return members[job.identity]?.asyncLets ?? []
  }

  /// Records that a job has ended. Returns whether its task is a member.
  mutating func jobEnded(of task: UInt) -> Bool {
    unknownTasks = countOfUnknownTasks
    return members[task] != nil
  }

  /// Removes a task that has ended. The caller releases it after its lock.
  mutating func remove(_ task: UInt) -> Member? {
    let member = members.removeValue(forKey: task)
    if member?.isCounted == true { countedMembers -= 1 }
    if let parent = member?.parent { members[parent]?.asyncLets.removeAll { $0 == task } }
    return member
  }

  /// Records the end of an operation, which isn't necessarily the end of the tasks that it started.
  ///
  /// - Returns: The members that end with it, and whether tasks of the effect are left.
  mutating func operationEnded(
    _ root: UInt?, of effect: RunningEffect?
  ) -> (ended: [Member], hasLeft: Bool) {
    operations -= 1
    var ended: [Member] = []
    if let root {
      // Child tasks end before the task that awaits them.
      let children = members.filter { $0.value.parent == root }.map(\.key)
      ended = ([root] + children).compactMap { remove($0) }
    }
    // The task itself still holds the token.
    unknownTasks = max(0, countOfUnknownTasks - (root == nil ? 0 : 1))
    guard operations == 0, !members.isEmpty || unknownTasks > 0 else { return (ended, false) }
    self.effect = effect
    keptEffect = members.isEmpty ? nil : effect
    return (ended, true)
  }

  /// Removes all tasks, at the end of the store.
  mutating func removeAll() -> (members: [Member], effect: RunningEffect?) {
    defer { (members, keptEffect, countedMembers) = ([:], nil, 0) }
    return (Array(members.values), keptEffect)
  }

  /// Lets go of the effect if no task is left. The caller releases it after its lock.
  mutating func takeEndedEffect() -> RunningEffect? { members.isEmpty ? keptEffect.take() : nil }

  /// The effect, if it ended before tasks that it started.
  var leftEffect: RunningEffect? { operations == 0 && canSend && hasWork ? effect : nil }

  /// Records that the effect can send no more actions. Returns whether it could.
  mutating func cannotSend() -> Bool {
    defer { canSend = false }
    return canSend
  }

  // MARK: - Waits for the test

  /// Records that a task waits for the test. Returns whether the store doesn't own that task.
  mutating func park(_ parking: Parking, task: UInt, of effect: RunningEffect?) -> Bool {
    if members[task] != nil {
      members[task]?.parkings.append(parking)
      return false
    }
    looseParkings.append((parking, isCounted: !UnownedJob(identity: task).isOfChildTask))
    self.effect = effect
    return true
  }

  mutating func unpark(_ id: Parking.ID) {
    looseParkings.removeAll { $0.parking.id == id }
    for task in members.keys { members[task]?.parkings.removeAll { $0.id == id } }
  }

  var parkings: [Parking] {
    (members.values.flatMap(\.parkings) + looseParkings.map { $0.parking })
      .sorted { $0.id.number < $1.id.number }
  }

  // MARK: - What is known

  /// The number of tasks that the token counts and that aren't members.
  private var countOfUnknownTasks: Int {
    max(0, TaskToken.taskCount(token) - countedMembers)
  }

  /// The number of tasks that may continue although the store doesn't know them.
  var unaccountedTasks: Int {
    max(0, countOfUnknownTasks - looseParkings.count { $0.isCounted })
  }

  /// Whether a task of the effect has not ended.
  var hasWork: Bool { !members.isEmpty || countOfUnknownTasks > 0 }

  /// Whether no job of the effect is ready, and all its tasks are known.
  var isQuiet: Bool {
    queuedJobsWithoutTask == 0 && unaccountedTasks == 0
      && members.values.allSatisfy { $0.queuedJobs == 0 }
  }

  /// The tasks that the effect started and that no other task awaits as its children.
  var startedTasks: [UInt] {
    members.filter { !$0.value.isRoot && $0.value.parent == nil }.map(\.key)
  }

  /// Whether a task's group consists of members.
  func awaitsMembers(_ task: UInt) -> Bool {
    !hasRunActors && members.values.contains { $0.parent == task }
  }
}
