import FocusedTestStore
import Testing

@Suite struct WorkQueueTests {
  private func queue() -> WorkQueue<String, String> {
    var queue = WorkQueue<String, String>()
    queue.appendArrival("x1", lane: 1, isFromMainActor: false)
    queue.append("a1", lane: 1)
    queue.append("b1", lane: 2)
    queue.append("a2", lane: 1)
    queue.append("d1")
    queue.append("d2")
    _ = queue.takeUpArrivals(byLane: true)
    return queue
  }

  private func order(
    _ queue: WorkQueue<String, String>, _ policy: SchedulingPolicy
  ) -> [String] {
    var queue = queue
    return Array(
      sequence(state: ()) { _ in
        switch queue.next(by: policy) {
        case .delivery(let delivery): delivery
        case .job(let job, _): job
        case nil: nil
        }
      })
  }

  @Test func `First in, first out: deliveries, then jobs, then arrivals`() {
    #expect(order(queue(), .firstInFirstOut) == ["d1", "d2", "a1", "b1", "a2", "x1"])
  }

  @Test func `A policy chooses between lanes, keeps the order within each, and no delivery waits`()
  {
    #expect(queue().readyLanes == [1, 2])
    #expect(order(queue(), .choosing { $0.count - 1 }) == ["d1", "d2", "b1", "a1", "a2", "x1"])
    #expect(order(queue(), .choosing { _ in 0 }) == ["d1", "d2", "a1", "b1", "a2", "x1"])
  }

  @Test func `An arrival waits until what an arrival before it caused has run`() {
    var queue = WorkQueue<String, String>()
    queue.appendArrival("x1", lane: 1, isFromMainActor: false)
    queue.appendArrival("x2", lane: 2, isFromMainActor: false)
    _ = queue.takeUpArrivals(byLane: true)
    guard case .job("x1", lane: 1) = queue.next(by: .firstInFirstOut) else {
      Issue.record("x1 comes first")
      return
    }
    queue.append("a", lane: 1)
    #expect(order(queue, .firstInFirstOut) == ["a", "x2"])
  }

  @Test func `A policy is not asked when there is no choice`() {
    var queue = WorkQueue<String, String>()
    queue.append("a1", lane: 1)
    #expect(order(queue, .choosing { _ in 99 }) == ["a1"])
  }

  @Test func `Jobs and deliveries can be taken out at once`() {
    var queue = queue()
    #expect(queue.removeAllJobs() == ["a1", "b1", "a2", "x1"])
    #expect(queue.readyLanes.isEmpty)
    #expect(queue.nextDelivery() == "d1")
    #expect(queue.removeAllDeliveries() == ["d2"])
    #expect(order(queue, .firstInFirstOut) == [])
  }

  @Test func `What has arrived runs when it is taken up, by lane or as it arrived`() {
    var queue = WorkQueue<String, String>()
    for (job, lane) in [("b1", 2), ("a1", 1), ("b2", 2), ("a2", 1)] {
      queue.appendArrival(job, lane: lane, isFromMainActor: false)
    }
    #expect(queue.arrivalCount == 4)
    var unsorted = queue
    #expect(unsorted.takeUpArrivals(byLane: false).fromElsewhere == 4)
    #expect(order(unsorted, .firstInFirstOut) == ["b1", "a1", "b2", "a2"])
    #expect(order(queue, .firstInFirstOut) == [])
    #expect(queue.takeUpArrivals(byLane: true).fromElsewhere == 4)
    #expect(queue.arrivalCount == 0)
    queue.appendArrival("c", lane: 0, isFromMainActor: true)
    #expect(order(queue, .firstInFirstOut) == ["a1", "a2", "b1", "b2"])
    #expect(queue.takeUpArrivals(byLane: false).fromMainActor == 1)
    #expect(order(queue, .firstInFirstOut) == ["a1", "a2", "b1", "b2", "c"])
  }

  @Test func `An arrival is found until it is taken up`() {
    var queue = WorkQueue<String, String>()
    queue.appendArrival("x", lane: 1, isFromMainActor: false)
    #expect(queue.firstArrival { $0 == "x" } == "x")
    #expect(queue.firstArrival { $0 == "y" } == nil)
    _ = queue.takeUpArrivals(byLane: true)
    #expect(queue.firstArrival { $0 == "x" } == nil)
  }

  @Test func `What has been taken out is not kept alive`() {
    final class Work {}
    var queue = WorkQueue<Work, Work>()
    queue.append(Work())
    queue.append(Work())
    weak var first: Work?
    if case .delivery(let work) = queue.next(by: .firstInFirstOut) { first = work }
    #expect(first == nil)
  }

  @Test func `A long queue keeps its order`() {
    var queue = WorkQueue<String, Int>()
    var popped: [Int] = []
    func pop() -> Bool {
      guard case .job(let job, _) = queue.next(by: .firstInFirstOut) else { return false }
      popped.append(job)
      return true
    }
    for n in 0..<1_000 {
      queue.append(n, lane: 0)
      if n % 3 == 2 { #expect(pop()) }
    }
    while pop() {}
    #expect(popped == Array(0..<1_000))
  }
}
