import Core

/// The work of one store that can run now, and what to run next.
///
/// A plain value: the order is decided here, and running is up to the scheduler.
struct WorkQueue {
  typealias Delivery = RuntimeConfined<() -> Void>
  typealias Job = EffectScheduler.LaneWork

  enum Work {
    case delivery(Delivery)
    case job(Job)
  }

  private struct Arrival {
    let job: Job
    let isFromMainActor: Bool
    /// What it comes from, for a policy that chooses.
    let source: ReadyTask?
  }

  private var deliveries = FIFO<Delivery>()
  private var jobs = FIFO<Job>()
  /// The same by task, if a policy chooses between tasks.
  private var tasks: ReadyTasks<Job>?
  private var arrivals = FIFO<Job>()
  private var newArrivals: [Arrival] = []

  /// The number of jobs and deliveries that ``next()`` can take out.
  var readyCount: Int { deliveries.count + jobs.count + (tasks?.count ?? 0) + arrivals.count }

  init(policy: SchedulingPolicy = .firstInFirstOut) {
    tasks = policy.choice.map(ReadyTasks.init)
  }

  /// Adds a job that other work of the store has made ready.
  mutating func append(_ job: Job) {
    jobs.append(job)
  }

  /// The same, for a policy that chooses between tasks.
  mutating func append(_ job: Job, of task: ReadyTask) {
    if tasks == nil { return append(job) }
    tasks?.append(job, of: task)
  }

  /// Has a policy decide whether the running job of a lane goes on, or first makes way for another task.
  ///
  /// - Parameter onlyForNews: Whether to ask only if the job has made another ready since it was asked last.
  /// - Returns: Whether it makes way. The next job of its lane to become ready is then the rest of it.
  mutating func makesWay(for lane: Int, onlyForNews: Bool = false) -> Bool {
    tasks?.makesWay(runningIn: lane, onlyForNews: onlyForNews) ?? false
  }

  /// Whether a policy may choose the test, too, when something is ready.
  var testMayGoOn: Bool {
    get { tasks?.testMayGoOn ?? false }
    set { tasks?.testMayGoOn = newValue }
  }

  /// Whether a policy has chosen the test, which ``next()`` says by nothing to take out.
  mutating func takeTestsTurn() -> Bool {
    defer { tasks?.isTestsTurn = false }
    return tasks?.isTestsTurn ?? false
  }

  /// Adds a job that comes back from outside of the store. It runs once it has been taken up.
  ///
  /// - Parameter source: What it comes from, for a policy that chooses between tasks. What comes from the same
  ///   keeps its order.
  mutating func appendArrival(
    _ job: Job, isFromMainActor: Bool, source: ReadyTask? = nil
  ) {
    newArrivals.append(Arrival(job: job, isFromMainActor: isFromMainActor, source: source))
  }

  /// The first such job among what has arrived and has not been taken up.
  func firstArrival(where isMeant: (Job) -> Bool) -> Job? {
    newArrivals.first { isMeant($0.job) }?.job
  }

  /// The number of jobs that have arrived and have not been taken up.
  var arrivalCount: Int { newArrivals.count }

  /// Makes what has arrived ready.
  ///
  /// - Parameter isByLane: Whether it becomes so by lane, and in a lane as it arrived; else as it
  ///   arrived. For arrivals whose order depends on how fast the outside world is.
  /// - Returns: How much it was.
  mutating func takeUpArrivals(byLane isByLane: Bool) -> OutsideChance.Result {
    var arrived = newArrivals
    newArrivals = []
    if isByLane {
      let sorted = arrived.enumerated().sorted {
        ($0.element.job.laneID, $0.offset) < ($1.element.job.laneID, $1.offset)
      }
      arrived = sorted.map(\.element)
    }
    for arrival in arrived {
      let job = arrival.job
      if tasks == nil {
        arrivals.append(job)
      } else {
        tasks?.appendArrival(job, of: arrival.source ?? ReadyTask(lane: job.laneID))
      }
    }
    let fromMainActor = arrived.count { $0.isFromMainActor }
    return OutsideChance.Result(
      fromMainActor: fromMainActor, fromElsewhere: arrived.count - fromMainActor)
  }

  /// Adds an action that was sent synchronously.
  mutating func append(_ delivery: Delivery) {
    deliveries.append(delivery)
  }

  var hasDelivery: Bool { deliveries.count > 0 }

  /// Takes out the next delivery. As in production, deliveries come before anything else: an action
  /// that a reduction sends is reduced right after it.
  mutating func nextDelivery() -> Delivery? { deliveries.popFirst() }

  /// Takes out what runs next: deliveries, then the jobs inside of the store, then, when all is at
  /// rest, a single arrival that has been taken up. So an order among the store's own effects never depends on how fast the
  /// outside world is.
  mutating func next() -> Work? {
    if let delivery = nextDelivery() { return .delivery(delivery) }
    return (jobs.popFirst() ?? tasks?.removeNext()?.job ?? arrivals.popFirst()).map(Work.job)
  }

  /// Takes out all jobs.
  mutating func removeAllJobs() -> [Job] {
    defer { (jobs, arrivals, newArrivals) = (FIFO(), FIFO(), []) }
    let chosen = tasks?.removeAll() ?? []
    return chosen + jobs.elements + arrivals.elements + newArrivals.map(\.job)
  }

  /// Takes out all deliveries.
  mutating func removeAllDeliveries() -> [Delivery] {
    defer { deliveries = FIFO() }
    return deliveries.elements
  }
}

/// A queue that appends and pops in constant time on average, whatever its length.
///
/// It keeps nothing alive that has been taken out: a queue is used under a lock, where no work may be destroyed.
private struct FIFO<Element> {
  private var storage: [Element?] = []
  private var head = 0

  var count: Int { storage.count - head }
  var elements: [Element] { storage[head...].compactMap(\.self) }

  mutating func append(_ element: Element) {
    storage.append(element)
  }

  mutating func popFirst() -> Element? {
    guard head < storage.count else { return nil }
    let element = storage[head].take()
    head += 1
    // At least as many places are freed as elements are moved.
    if head * 2 >= storage.count {
      storage.removeFirst(head)
      head = 0
    }
    return element
  }
}
