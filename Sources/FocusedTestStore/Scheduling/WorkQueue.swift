/// The work of one store that can run now, and what to run next.
///
/// A plain value: the order is decided here, and running is up to the scheduler.
package struct WorkQueue<Delivery, Job> {
  package enum Work {
    case delivery(Delivery)
    case job(Job, lane: Int)
  }

  private struct LaneJob {
    let job: Job
    let lane: Int
    var isFromMainActor = false
    /// What it comes from, for a policy that chooses.
    var source: ReadyTask?
  }

  private var deliveries = FIFO<Delivery>()
  private var jobs = FIFO<LaneJob>()
  /// The same by task, if a policy chooses between tasks.
  private var tasks: ReadyTasks<Job>?
  private var arrivals = FIFO<LaneJob>()
  private var newArrivals: [LaneJob] = []
  /// How much ``next()`` can take out. A store asks once more than there is, and reads this stored property:
  /// for a computed one a debug build copies the queue.
  package private(set) var readyCount = 0

  package init(policy: SchedulingPolicy = .firstInFirstOut) {
    tasks = policy.choice.map(ReadyTasks.init)
  }

  /// Adds a job that other work of the store has made ready.
  package mutating func append(_ job: Job, lane: Int) {
    readyCount += 1
    jobs.append(LaneJob(job: job, lane: lane))
  }

  /// The same, for a policy that chooses between tasks.
  package mutating func append(_ job: Job, of task: ReadyTask) {
    if tasks == nil { return append(job, lane: task.lane) }
    readyCount += 1
    tasks?.append(job, of: task)
  }

  /// Has a policy decide whether the running job of a lane goes on, or first makes way for another task.
  ///
  /// - Parameter onlyForNews: Whether to ask only if the job has made another ready since it was asked last.
  /// - Returns: Whether it makes way. The next job of its lane to become ready is then the rest of it.
  package mutating func makesWay(for lane: Int, onlyForNews: Bool = false) -> Bool {
    tasks?.makesWay(runningIn: lane, onlyForNews: onlyForNews) ?? false
  }

  /// Whether a policy may choose the test, too, when something is ready.
  package var testMayGoOn: Bool {
    get { tasks?.testMayGoOn ?? false }
    set { tasks?.testMayGoOn = newValue }
  }

  /// Whether a policy has chosen the test, which ``next()`` says by nothing to take out.
  package mutating func takeTestsTurn() -> Bool {
    defer { tasks?.isTestsTurn = false }
    return tasks?.isTestsTurn ?? false
  }

  /// Adds a job that comes back from outside of the store. It runs once it has been taken up.
  ///
  /// - Parameter source: What it comes from, for a policy that chooses between tasks. What comes from the same
  ///   keeps its order.
  package mutating func appendArrival(
    _ job: Job, lane: Int, isFromMainActor: Bool, source: ReadyTask? = nil
  ) {
    newArrivals.append(
      LaneJob(job: job, lane: lane, isFromMainActor: isFromMainActor, source: source))
    arrivalCount += 1
  }

  /// The first such job among what has arrived and has not been taken up.
  package func firstArrival(where isMeant: (Job) -> Bool) -> Job? {
    newArrivals.first { isMeant($0.job) }?.job
  }

  /// How much has arrived and has not been taken up.
  ///
  /// A count of its own, because it is asked at each step, and an array's type would be looked up for it
  /// in a debug build. The queues do the same.
  package private(set) var arrivalCount = 0

  /// Makes what has arrived ready.
  ///
  /// - Parameter isByLane: Whether it becomes so by lane, and in a lane as it arrived; else as it
  ///   arrived. For arrivals whose order depends on how fast the outside world is.
  /// - Returns: How much it was.
  package mutating func takeUpArrivals(byLane isByLane: Bool) -> OutsideChance.Result {
    if arrivalCount == 0 { return OutsideChance.Result() }
    if isByLane {
      let sorted = newArrivals.enumerated().sorted {
        ($0.element.lane, $0.offset) < ($1.element.lane, $1.offset)
      }
      newArrivals = sorted.map(\.element)
    }
    for job in newArrivals {
      if tasks == nil {
        arrivals.append(job)
      } else {
        tasks?.appendArrival(job.job, of: job.source ?? ReadyTask(lane: job.lane))
      }
    }
    readyCount += arrivalCount
    let fromMainActor = newArrivals.count { $0.isFromMainActor }
    defer {
      newArrivals = []
      arrivalCount = 0
    }
    return OutsideChance.Result(
      fromMainActor: fromMainActor, fromElsewhere: arrivalCount - fromMainActor)
  }

  /// Adds an action that was sent synchronously.
  package mutating func append(_ delivery: Delivery) {
    deliveries.append(delivery)
    readyCount += 1
  }

  package var hasDelivery: Bool { !deliveries.isEmpty }

  /// Takes out the next delivery. As in production, deliveries come before anything else: an action
  /// that a reduction sends is reduced right after it.
  package mutating func nextDelivery() -> Delivery? {
    if readyCount == 0 { return nil }
    guard let delivery = deliveries.popFirst() else { return nil }
    readyCount -= 1
    return delivery
  }

  /// Takes out what runs next: deliveries, then the jobs inside of the store, then, when all is at
  /// rest, a single arrival that has been taken up. So an order among the store's own effects never depends on how fast the
  /// outside world is.
  package mutating func next() -> Work? {
    if let delivery = nextDelivery() { return .delivery(delivery) }
    if readyCount == 0 { return nil }
    guard let next = jobs.popFirst() ?? nextChosen() ?? arrivals.popFirst() else { return nil }
    readyCount -= 1
    return .job(next.job, lane: next.lane)
  }

  private mutating func nextChosen() -> LaneJob? {
    tasks?.removeNext().map { LaneJob(job: $0.job, lane: $0.task.lane) }
  }

  /// Takes out all jobs.
  package mutating func removeAllJobs() -> [Job] {
    if readyCount == deliveries.count, arrivalCount == 0 { return [] }
    defer {
      (jobs, arrivals, newArrivals) = (FIFO(), FIFO(), [])
      arrivalCount = 0
      readyCount = deliveries.count
    }
    let chosen = tasks?.removeAll() ?? []
    return chosen + (jobs.elements + arrivals.elements + newArrivals).map(\.job)
  }

  /// Takes out all deliveries.
  package mutating func removeAllDeliveries() -> [Delivery] {
    if deliveries.isEmpty { return [] }
    readyCount -= deliveries.count
    defer { deliveries = FIFO() }
    return deliveries.elements
  }
}
