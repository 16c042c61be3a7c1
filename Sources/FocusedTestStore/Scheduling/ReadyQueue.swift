/// The work of one store that can run now, in the order in which it became ready.
///
/// A plain value: what to run next is decided here, and running it is up to the scheduler.
package struct ReadyQueue<Work> {
  private struct Entry {
    let work: Work
    let lane: Int
  }

  private var deliveries = FIFO<Entry>()
  private var jobs = FIFO<Entry>()

  package init() {}

  package var isEmpty: Bool { deliveries.isEmpty && jobs.isEmpty }

  /// The lanes that have work, each once: those of deliveries, then the one that waits longest first.
  package var readyLanes: [Int] {
    var seen: Set<Int> = []
    return (deliveries.elements + jobs.elements).map(\.lane).filter { seen.insert($0).inserted }
  }

  /// Adds a job of an effect.
  package mutating func appendJob(_ work: Work, lane: Int) {
    jobs.append(Entry(work: work, lane: lane))
  }

  /// Adds the delivery of an action that was sent synchronously. As in production, it comes before
  /// any job, unless a policy chooses otherwise.
  package mutating func appendDelivery(_ work: Work, lane: Int) {
    deliveries.append(Entry(work: work, lane: lane))
  }

  package mutating func next(by policy: SchedulingPolicy) -> Work? {
    switch policy {
    case .firstInFirstOut:
      return (deliveries.popFirst() ?? jobs.popFirst())?.work
    case .choosing(let choose):
      let lanes = readyLanes
      guard !lanes.isEmpty else { return nil }
      let choice = lanes.count == 1 ? 0 : choose(lanes)
      precondition(
        lanes.indices.contains(choice), "A policy must choose a ready lane (was \(choice))")
      let isChosen: (Entry) -> Bool = { $0.lane == lanes[choice] }
      return (deliveries.removeFirst(where: isChosen) ?? jobs.removeFirst(where: isChosen))?.work
    }
  }

  /// Takes out all that is ready.
  package mutating func removeAll() -> [Work] {
    defer { self = ReadyQueue() }
    return (deliveries.elements + jobs.elements).map(\.work)
  }
}

/// A queue that pops in constant time, whatever its length.
private struct FIFO<Element> {
  private var storage: [Element] = []
  private var head = 0

  var isEmpty: Bool { head == storage.count }
  var elements: ArraySlice<Element> { storage[head...] }

  mutating func append(_ element: Element) {
    if head > 64, head * 2 > storage.count { removeSpent() }
    storage.append(element)
  }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = storage[head]
    head += 1
    if isEmpty {
      storage.removeAll(keepingCapacity: true)
      head = 0
    }
    return element
  }

  mutating func removeFirst(where isMatch: (Element) -> Bool) -> Element? {
    removeSpent()
    return storage.firstIndex(where: isMatch).map { storage.remove(at: $0) }
  }

  private mutating func removeSpent() {
    storage.removeFirst(head)
    head = 0
  }
}
