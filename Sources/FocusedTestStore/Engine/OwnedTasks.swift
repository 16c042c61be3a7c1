import Core

/// The tasks of one effect that its store owns, and their waits.
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
  /// The waits for the test, in their order, and the tasks that wait. The store may not own such a task.
  private var waits: [(parking: Parking, task: UInt, isCounted: Bool)] = []
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

  /// Adds the task of a job that is ready, unless it is a member. Returns whether it is new.
  ///
  /// - Parameter creator: The current task, which has created a task that is new.
  mutating func insert(_ job: UnownedJob, by creator: UInt) -> Bool {
    guard job.taskNumber != nil, members[job.identity] == nil else { return false }
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
    if job.isTurnOfActor { hasRunActors = true }
    return members[job.identity]?.asyncLets ?? []
  }

  /// Records that a job has ended.
  mutating func jobEnded() { unknownTasks = countOfUnknownTasks }

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

  /// Records that a task waits for the test. Returns whether the store owns that task.
  mutating func park(_ parking: Parking, task: UInt, of effect: RunningEffect?) -> Bool {
    waits.append((parking, task, isCounted: !UnownedJob(identity: task).isOfChildTask))
    if members[task] != nil { return true }
    self.effect = effect
    return false
  }

  mutating func unpark(_ id: Parking.ID) { waits.removeAll { $0.parking.id == id } }

  var parkings: [Parking] { waits.map(\.parking) }

  func waitsForTest(_ task: UInt) -> Bool { waits.contains { $0.task == task } }

  // MARK: - What is known

  /// The number of tasks that the token counts and that aren't members.
  private var countOfUnknownTasks: Int {
    max(0, TaskToken.taskCount(token) - countedMembers)
  }

  /// The number of tasks that may continue although the store doesn't know them.
  var unaccountedTasks: Int {
    max(0, countOfUnknownTasks - waits.count { $0.isCounted && members[$0.task] == nil })
  }

  /// Whether a task of the effect has not ended.
  var hasWork: Bool { !members.isEmpty || countOfUnknownTasks > 0 }

  /// The tasks that the effect started and that no other task awaits as its children.
  var startedTasks: [UInt] {
    members.filter { !$0.value.isRoot && $0.value.parent == nil }.map(\.key)
  }

  /// Whether a task's group consists of members.
  func awaitsMembers(_ task: UInt) -> Bool {
    !hasRunActors && members.values.contains { $0.parent == task }
  }
}
