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
  }

  private var deliveries = FIFO<Delivery>()
  private var jobs = FIFO<LaneJob>()
  /// The same by lane, if a policy chooses between lanes.
  private var lanes: ReadyLanes<Job>?
  private var arrivals = FIFO<LaneJob>()
  private var newArrivals: [LaneJob] = []
  /// How much ``next()`` can take out. A store asks once more than there is.
  private var readyCount = 0

  package init(policy: SchedulingPolicy = .firstInFirstOut) {
    lanes = policy.choice.map(ReadyLanes.init)
  }

  /// Adds a job that other work of the store has made ready.
  package mutating func append(_ job: Job, lane: Int) {
    readyCount += 1
    if lanes != nil {
      lanes?.append(job, lane: lane)
    } else {
      jobs.append(LaneJob(job: job, lane: lane))
    }
  }

  /// Has a policy decide whether the running job of a lane goes on, or first makes way for another lane.
  ///
  /// - Returns: Whether it makes way. The next job of its lane to become ready is then the rest of it.
  package mutating func makesWay(for lane: Int) -> Bool {
    lanes?.makesWay(runningIn: lane) ?? false
  }

  /// Adds a job that comes back from outside of the store. It runs once it has been taken up.
  package mutating func appendArrival(_ job: Job, lane: Int, isFromMainActor: Bool) {
    newArrivals.append(LaneJob(job: job, lane: lane, isFromMainActor: isFromMainActor))
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
      for (_, job) in sorted { arrivals.append(job) }
    } else {
      for job in newArrivals { arrivals.append(job) }
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

  /// Whether ``next()`` takes something out.
  package var isReady: Bool { readyCount > 0 }

  /// Adds an action that was sent synchronously.
  package mutating func append(_ delivery: Delivery) {
    deliveries.append(delivery)
    readyCount += 1
  }

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
    guard let next = jobs.popFirst() ?? nextChosen() ?? nextArrival() else { return nil }
    readyCount -= 1
    return .job(next.job, lane: next.lane)
  }

  private mutating func nextArrival() -> LaneJob? {
    let next = arrivals.popFirst()
    if let next { lanes?.willRunArrival(in: next.lane) }
    return next
  }

  private mutating func nextChosen() -> LaneJob? {
    lanes?.removeNext().map { LaneJob(job: $0.job, lane: $0.lane) }
  }

  /// Takes out all jobs.
  package mutating func removeAllJobs() -> [Job] {
    if readyCount == deliveries.count, arrivalCount == 0 { return [] }
    defer {
      (jobs, arrivals, newArrivals) = (FIFO(), FIFO(), [])
      arrivalCount = 0
      readyCount = deliveries.count
    }
    let chosen = lanes?.removeAll() ?? []
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
