import Core

/// The work of one store that can run now, and its order.
///
/// A plain value: the scheduler runs the work.
struct WorkQueue {
  typealias Delivery = RuntimeConfined<() -> Void>
  typealias Job = EffectScheduler.LaneWork

  enum Work {
    case delivery(Delivery)
    case job(Job)
  }

  private struct IncomingJob {
    let job: Job
    let isFromMainActor: Bool
    /// The source of the job, for a scheduling policy.
    let source: ReadyTask?
  }

  private var deliveries = FIFO<Delivery>()
  private var jobs = FIFO<Job>()
  /// The jobs by task, if a policy chooses between tasks.
  var tasks: ReadyTasks<Job>?
  private var acceptedJobs = FIFO<Job>()
  private var incomingJobs: [IncomingJob] = []

  /// The number of jobs and deliveries that ``next()`` can take out.
  var readyCount: Int { deliveries.count + jobs.count + (tasks?.count ?? 0) + acceptedJobs.count }

  init(policy: SchedulingPolicy = .firstInFirstOut) {
    if case .choosing(_, let choose) = policy { tasks = ReadyTasks(choosing: choose) }
  }

  /// Adds a job that other work of the store has made ready.
  ///
  /// - Parameter task: The task of the job, for a policy that chooses between tasks.
  mutating func append(_ job: Job, of task: ReadyTask? = nil) {
    if let task, tasks != nil { tasks?.append(job, of: task) } else { jobs.append(job) }
  }

  /// Adds an incoming job. It runs after it has been accepted.
  ///
  /// - Parameter source: The source of the job, for a scheduling policy. Jobs of one source keep their order.
  mutating func appendIncoming(
    _ job: Job, isFromMainActor: Bool, source: ReadyTask? = nil
  ) {
    incomingJobs.append(IncomingJob(job: job, isFromMainActor: isFromMainActor, source: source))
  }

  /// The first matching job among the incoming jobs that were not accepted yet.
  func firstIncomingJob(where isMeant: (Job) -> Bool) -> Job? {
    incomingJobs.first { isMeant($0.job) }?.job
  }

  /// The number of incoming jobs that were not accepted yet.
  var incomingJobCount: Int { incomingJobs.count }

  /// Makes the incoming jobs ready.
  ///
  /// - Parameter isByLane: Whether to order the jobs by lane first, for jobs whose order of arrival depends on the speed of
  ///   external work.
  /// - Returns: The number of jobs.
  mutating func acceptIncomingJobs(byLane isByLane: Bool) -> OffExecutorTurns.Result {
    var incoming = incomingJobs
    incomingJobs = []
    // The sort is stable.
    if isByLane { incoming.sort { $0.job.laneID < $1.job.laneID } }
    for incomingJob in incoming {
      let job = incomingJob.job
      if tasks == nil {
        acceptedJobs.append(job)
      } else {
        tasks?.appendIncoming(job, of: incomingJob.source ?? ReadyTask(lane: job.laneID))
      }
    }
    let fromMainActor = incoming.count { $0.isFromMainActor }
    return OffExecutorTurns.Result(
      fromMainActor: fromMainActor, fromElsewhere: incoming.count - fromMainActor)
  }

  /// Adds an action that was sent synchronously.
  mutating func append(_ delivery: Delivery) {
    deliveries.append(delivery)
  }

  /// Whether work is ready, and no action is sent but not reduced yet.
  var isBetweenSteps: Bool { readyCount > 0 && deliveries.count == 0 }

  /// Removes the next delivery. As in production, deliveries run before all other work: an action
  /// that a reduction sends is reduced right after it.
  mutating func nextDelivery() -> Delivery? { deliveries.popFirst() }

  /// Takes the next work: deliveries, then the store's own jobs, then, if no other job is ready, one accepted
  /// incoming job. So the order of the store's own effects doesn't depend on the speed of external work.
  mutating func next() -> Work? {
    if let delivery = nextDelivery() { return .delivery(delivery) }
    return (jobs.popFirst() ?? tasks?.removeNext() ?? acceptedJobs.popFirst()).map(Work.job)
  }

  /// Removes and returns all work.
  mutating func removeAll() -> (jobs: [Job], deliveries: [Delivery]) {
    defer { (jobs, acceptedJobs, incomingJobs, deliveries) = (FIFO(), FIFO(), [], FIFO()) }
    let chosen = tasks?.removeAll() ?? []
    let waiting = jobs.elements + acceptedJobs.elements + incomingJobs.map(\.job)
    return (chosen + waiting, deliveries.elements)
  }
}

/// A queue that appends and removes elements in constant time on average, regardless of its length.
///
/// It doesn't retain removed elements, because a queue is used under a lock, where no work may be destroyed.
private struct FIFO<Element> {
  /// The first elements, in reverse order.
  private var first: [Element] = []
  /// The elements after them.
  private var rest: [Element] = []

  var count: Int { first.count + rest.count }
  var elements: [Element] { first.reversed() + rest }

  mutating func append(_ element: Element) {
    rest.append(element)
  }

  mutating func popFirst() -> Element? {
    if first.isEmpty {
      swap(&first, &rest)
      first.reverse()
    }
    return first.popLast()
  }
}

/// An action that off-executor code sends: code on another actor, in an unstructured task, or in a callback.
final class ExternalSend: Sendable {
  private struct State {
    /// Resumes the sender, once it waits.
    var continuation: UnsafeContinuation<Bool, Never>?
    /// Whether the work was done, once the send has ended.
    var hasPerformed: Bool?
  }

  /// The runtime's work. Its argument is whether the sender was cancelled.
  private let work: ConfinedWork
  /// The sender's task, which exists as long as it waits for this send. Any thread can check whether a task is
  /// cancelled.
  private nonisolated(unsafe) let task: UnsafeCurrentTask?
  /// Whether the sender resumes without a test's help. An effect of another test store waits until that
  /// store is driven.
  let returnsByItself: Bool
  /// The identity of the sender: the actor whose code sends, because an actor keeps an order, or a
  /// task.
  let sender: UInt
  private let state = Lock(State())

  init(
    work: ConfinedWork, task: UnsafeCurrentTask?, on actor: (any Actor)?, returnsByItself: Bool
  ) {
    self.work = work
    self.task = task
    self.returnsByItself = returnsByItself
    sender =
      actor.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? task.map(\.identity) ?? 0
  }

  func perform() {
    work.perform(task?.isCancelled ?? false)
  }

  /// Resumes the sender's task on its own executor, with whether the work was done.
  func end(hasPerformed: Bool) {
    let continuation = state.withLock { state in
      state.hasPerformed = hasPerformed
      return state.continuation
    }
    continuation?.resume(returning: hasPerformed)
  }

  /// Suspends the sender until the send has ended. Returns whether the work was done.
  nonisolated(nonsending) func hasPerformed() async -> Bool {
    await withUnsafeContinuation { continuation in
      let hasPerformed = state.withLock { state in
        state.continuation = continuation
        return state.hasPerformed
      }
      if let hasPerformed { continuation.resume(returning: hasPerformed) }
    }
  }
}

extension EffectScheduler.LaneWork.Kind {
  /// Runs a task's job on the global executor, or resumes a sender without doing its work.
  func runElsewhere() {
    switch self {
    case .job(let job): globalConcurrentExecutor.enqueue(job)
    case .externalSend(let send): send.end(hasPerformed: false)
    }
  }
}
