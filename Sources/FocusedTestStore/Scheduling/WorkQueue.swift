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
  private var arrivals = FIFO<LaneJob>()
  private var newArrivals: [LaneJob] = []
  /// How much ``next(by:)`` can take out. A store asks once more than there is.
  private var readyCount = 0

  package init() {}

  /// The lanes that have jobs ready, each once, the one that waits longest first.
  package var readyLanes: [Int] {
    var seen: Set<Int> = []
    return jobs.elements.map(\.lane).filter { seen.insert($0).inserted }
  }

  /// Adds a job that other work of the store has made ready.
  package mutating func append(_ job: Job, lane: Int) {
    jobs.append(LaneJob(job: job, lane: lane))
    readyCount += 1
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
  package mutating func next(by policy: SchedulingPolicy) -> Work? {
    if let delivery = nextDelivery() { return .delivery(delivery) }
    if readyCount == 0 { return nil }
    guard let next = nextJob(by: policy) ?? arrivals.popFirst() else { return nil }
    readyCount -= 1
    return .job(next.job, lane: next.lane)
  }

  private mutating func nextJob(by policy: SchedulingPolicy) -> LaneJob? {
    switch policy {
    case .firstInFirstOut:
      return jobs.popFirst()
    case .choosing(let choose):
      let lanes = readyLanes
      guard !lanes.isEmpty else { return nil }
      let choice = lanes.count == 1 ? 0 : choose(lanes)
      precondition(
        lanes.indices.contains(choice), "A policy must choose a ready lane (was \(choice))")
      return jobs.removeFirst { $0.lane == lanes[choice] }
    }
  }

  /// Takes out all jobs.
  package mutating func removeAllJobs() -> [Job] {
    if jobs.isEmpty, arrivals.isEmpty, arrivalCount == 0 { return [] }
    defer {
      (jobs, arrivals, newArrivals) = (FIFO(), FIFO(), [])
      arrivalCount = 0
      readyCount = deliveries.count
    }
    return (jobs.elements + arrivals.elements + newArrivals).map(\.job)
  }

  /// Takes out all deliveries.
  package mutating func removeAllDeliveries() -> [Delivery] {
    if deliveries.isEmpty { return [] }
    readyCount -= deliveries.count
    defer { deliveries = FIFO() }
    return deliveries.elements
  }
}

/// A queue that pops in constant time, whatever its length.
///
/// It keeps nothing alive that has been taken out: a queue is used under a lock, which is no place for
/// work to be destroyed in.
private struct FIFO<Element> {
  private var storage: [Element?] = []
  private var head = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }
  // A closure, because a key path would be made anew by each call.
  var elements: [Element] { isEmpty ? [] : storage[head...].compactMap { $0 } }

  mutating func append(_ element: Element) {
    if head > 64, head * 2 > storage.count { removeSpent() }
    storage.append(element)
    count += 1
  }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = storage[head].take()
    head += 1
    count -= 1
    if isEmpty {
      storage.removeAll(keepingCapacity: true)
      head = 0
    }
    return element
  }

  mutating func removeFirst(where isMatch: (Element) -> Bool) -> Element? {
    removeSpent()
    guard let index = storage.firstIndex(where: { $0.map(isMatch) ?? false }) else { return nil }
    count -= 1
    return storage.remove(at: index)
  }

  private mutating func removeSpent() {
    storage.removeFirst(head)
    head = 0
  }
}
