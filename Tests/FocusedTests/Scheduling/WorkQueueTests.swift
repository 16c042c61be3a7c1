import FocusedTestStore
import Testing

struct WorkQueueTests {
  private func task(_ lane: Int, id: UInt = 0) -> ReadyTask { ReadyTask(lane: lane, id: id) }

  private func queue(
    _ policy: SchedulingPolicy = .firstInFirstOut
  ) -> WorkQueue<String, String> {
    var queue = WorkQueue<String, String>(policy: policy)
    queue.appendArrival("x1", lane: 1, isFromMainActor: false)
    queue.append("a1", of: task(1))
    queue.append("b1", of: task(2))
    queue.append("a2", of: task(1, id: 1))
    queue.append("d1")
    queue.append("d2")
    _ = queue.takeUpArrivals(byLane: true)
    return queue
  }

  private func order(_ queue: WorkQueue<String, String>) -> [String] {
    var queue = queue
    return Array(
      sequence(state: ()) { _ in
        switch queue.next() {
        case .delivery(let delivery): delivery
        case .job(let job, _): job
        case nil: nil
        }
      })
  }

  @Test func `First in, first out: deliveries, then jobs, then arrivals`() {
    #expect(order(queue()) == ["d1", "d2", "a1", "b1", "a2", "x1"])
  }

  @Test func `A policy chooses between tasks, and no delivery waits`() {
    #expect(order(queue(.choosing { $0.count - 1 })) == ["d1", "d2", "x1", "a2", "b1", "a1"])
    #expect(order(queue(.choosing { _ in 0 })) == ["d1", "d2", "a1", "b1", "a2", "x1"])
  }

  @Test func `A policy is told of the tasks that are ready, the one that would run first`() {
    let asked = Lock<[[ReadyTask]]>([])
    let policy = SchedulingPolicy.choosing { tasks in
      asked.withLock { $0.append(tasks) }
      return 1
    }
    var queue = WorkQueue<String, String>(policy: policy)
    let (a, b, c) = (task(1), task(2), task(2, id: 1))
    queue.append("a1", of: a)
    queue.append("b1", of: b)
    queue.append("c1", of: c)
    guard case .job("b1", lane: 2) = queue.next() else {
      Issue.record("b1 comes first")
      return
    }
    // What the task makes ready that was chosen before an older one goes first.
    queue.append("b2", of: b)
    #expect(order(queue) == ["a1", "b2", "c1"])
    #expect(asked.withLock { $0 } == [[a, b, c], [b, a, c], [c, b]])
  }

  @Test func `What a chosen task makes ready in its effect goes first, at any remove`() {
    let isFirst = Lock(true)
    let policy = SchedulingPolicy.choosing { _ in
      isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst ? 1 : 0
      }
    }
    var queue = WorkQueue<String, String>(policy: policy)
    queue.append("a", of: task(1))
    queue.append("b", of: task(2))
    var order: [String] = []
    while case .job(let job, _) = queue.next() {
      order.append(job)
      switch job {
      case "b":
        queue.append("b child", of: task(2, id: 1))
        queue.append("c", of: task(3))
      case "b child": queue.append("b again", of: task(2))
      default: break
      }
    }
    #expect(order == ["b", "b child", "b again", "a", "c"])
  }

  @Test func `The rest of a job that makes way comes before what became ready after the job`() {
    var queue = WorkQueue<String, String>(
      policy: .choosing { $0.map(\.lane) == [1, 2, 3] ? 1 : 0 })
    let isChosen = queue.makesWay(for: 1)
    #expect(!isChosen)
    queue.append("a1", of: task(1))
    _ = queue.next()
    queue.append("b1", of: task(2))
    queue.append("c1", of: task(3))
    let makesWay = queue.makesWay(for: 1)
    #expect(makesWay)
    queue.append("rest of a1", of: task(1))
    #expect(order(queue) == ["b1", "rest of a1", "c1"])
    queue = WorkQueue<String, String>(policy: .choosing { _ in 0 })
    queue.append("a1", of: task(1))
    _ = queue.next()
    queue.append("b1", of: task(2))
    let goesOn = !queue.makesWay(for: 1)
    #expect(goesOn)
  }

  @Test func `A job makes way for a task that it has made ready, once if asked for news only`() {
    let asked = Lock(0)
    var queue = WorkQueue<String, String>(
      policy: .choosing { _ in
        asked.withLock { $0 += 1 }
        return 0
      })
    queue.append("a", of: task(1))
    _ = queue.next()
    queue.append("child", of: task(1, id: 1))
    for _ in 0..<2 {
      let makesWay = queue.makesWay(for: 1, onlyForNews: true)
      #expect(!makesWay)
      #expect(asked.withLock { $0 } == 1)
    }
    let isOfAnotherLane = queue.makesWay(for: 2)
    #expect(!isOfAnotherLane)
    #expect(asked.withLock { $0 } == 1)
  }

  @Test func `A policy chooses between arrivals, and keeps the order of each source`() {
    let asked = Lock<[[ReadyTask]]>([])
    var queue = WorkQueue<String, String>(
      policy: .choosing { tasks in
        asked.withLock { $0.append(tasks) }
        return tasks.count - 1
      })
    let (a, b) = (task(1), task(1, id: 1))
    for (job, source) in [("a1", a), ("a2", a), ("b1", b), ("b2", b)] {
      queue.appendArrival(job, lane: 1, isFromMainActor: false, source: source)
    }
    #expect(order(queue) == [])
    _ = queue.takeUpArrivals(byLane: true)
    #expect(order(queue) == ["b1", "b2", "a1", "a2"])
    #expect(asked.withLock { $0 } == [[a, b], [a, b]])
  }

  @Test func `An arrival waits until what an arrival before it caused has run`() {
    var queue = WorkQueue<String, String>()
    queue.appendArrival("x1", lane: 1, isFromMainActor: false)
    queue.appendArrival("x2", lane: 2, isFromMainActor: false)
    _ = queue.takeUpArrivals(byLane: true)
    guard case .job("x1", lane: 1) = queue.next() else {
      Issue.record("x1 comes first")
      return
    }
    queue.append("a", lane: 1)
    #expect(order(queue) == ["a", "x2"])
  }

  @Test func `A policy is not asked when there is no choice`() {
    var queue = WorkQueue<String, String>(policy: .choosing { _ in 99 })
    queue.append("a1", of: task(1))
    #expect(order(queue) == ["a1"])
  }

  @Test func `Jobs and deliveries can be taken out at once`() {
    var queue = queue()
    #expect(queue.removeAllJobs() == ["a1", "b1", "a2", "x1"])
    var choosing = self.queue(.choosing { _ in 0 })
    #expect(choosing.removeAllJobs() == ["a1", "b1", "a2", "x1"])
    #expect(order(choosing) == ["d1", "d2"])
    #expect(queue.nextDelivery() == "d1")
    #expect(queue.removeAllDeliveries() == ["d2"])
    #expect(order(queue) == [])
  }

  @Test func `What has arrived runs when it is taken up, by lane or as it arrived`() {
    var queue = WorkQueue<String, String>()
    for (job, lane) in [("b1", 2), ("a1", 1), ("b2", 2), ("a2", 1)] {
      queue.appendArrival(job, lane: lane, isFromMainActor: false)
    }
    #expect(queue.arrivalCount == 4)
    var unsorted = queue
    #expect(unsorted.takeUpArrivals(byLane: false).fromElsewhere == 4)
    #expect(order(unsorted) == ["b1", "a1", "b2", "a2"])
    #expect(order(queue) == [])
    #expect(queue.takeUpArrivals(byLane: true).fromElsewhere == 4)
    #expect(queue.arrivalCount == 0)
    queue.appendArrival("c", lane: 0, isFromMainActor: true)
    #expect(order(queue) == ["a1", "a2", "b1", "b2"])
    #expect(queue.takeUpArrivals(byLane: false).fromMainActor == 1)
    #expect(order(queue) == ["a1", "a2", "b1", "b2", "c"])
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
    if case .delivery(let work) = queue.next() { first = work }
    #expect(first == nil)
  }

  @Test func `A long queue keeps its order`() {
    var queue = WorkQueue<String, Int>()
    var popped: [Int] = []
    func pop() -> Bool {
      guard case .job(let job, _) = queue.next() else { return false }
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
