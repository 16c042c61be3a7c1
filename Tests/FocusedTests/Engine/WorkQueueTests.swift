@testable import FocusedTestStore
import Testing

struct WorkQueueTests {
  /// The name of the work that ran last.
  private final class Latest {
    var name: String?
  }

  private let scheduler = EffectScheduler()
  private let latest = Latest()

  private func task(_ lane: Int, id: UInt = 0) -> ReadyTask { ReadyTask(lane: lane, id: id) }

  /// A job that records its name when it runs.
  private func job(_ name: String, lane: Int = 1) -> WorkQueue.Job {
    let here = CallSite(fileID: #fileID, filePath: #filePath, line: 1, column: 1)
    let origin = EffectOrigin(id: lane, name: nil, callSite: here, step: 0)
    let work = ConfinedWork { [latest] _ in latest.name = name }
    return WorkQueue.Job(
      kind: .externalSend(ExternalSend(work: work, task: nil, on: nil)),
      lane: ExecutorLane(origin: origin, scheduler: scheduler))
  }

  private func delivery(_ name: String) -> WorkQueue.Delivery {
    WorkQueue.Delivery { [latest] in latest.name = name }
  }

  private func name(_ job: WorkQueue.Job) -> String? {
    if case .externalSend(let send) = job.kind { send.perform() }
    return latest.name.take()
  }

  private func name(_ delivery: WorkQueue.Delivery) -> String? {
    delivery.value()
    return latest.name.take()
  }

  private func next(of queue: inout WorkQueue) -> String? {
    switch queue.next(allowsMain: true) {
    case .delivery(let delivery): name(delivery)
    case .job(let job): name(job)
    case nil: nil
    }
  }

  private func order(_ queue: WorkQueue) -> [String] {
    var queue = queue
    return Array(sequence(state: ()) { _ in next(of: &queue) })
  }

  private func queue(_ policy: SchedulingPolicy = .firstInFirstOut) -> WorkQueue {
    var queue = WorkQueue(policy: policy)
    queue.appendIncoming(job("x1"))
    queue.append(job("a1"), of: task(1))
    queue.append(job("b1"), of: task(2))
    queue.append(job("a2"), of: task(1, id: 1))
    queue.append(delivery("d1"))
    queue.append(delivery("d2"))
    queue.acceptIncomingJobs()
    return queue
  }

  @Test func `First in, first out: deliveries, then jobs, then incoming jobs`() {
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
    var queue = WorkQueue(policy: policy)
    let (a, b, c) = (task(1), task(2), task(2, id: 1))
    queue.append(job("a1"), of: a)
    queue.append(job("b1"), of: b)
    queue.append(job("c1"), of: c)
    #expect(next(of: &queue) == "b1")
    // If a task was chosen before an older one, the tasks that the chosen task makes ready run first.
    queue.append(job("b2"), of: b)
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
    var queue = WorkQueue(policy: policy)
    queue.append(job("a"), of: task(1))
    queue.append(job("b"), of: task(2))
    var order: [String] = []
    while let name = next(of: &queue) {
      order.append(name)
      switch name {
      case "b":
        queue.append(job("b child"), of: task(2, id: 1))
        queue.append(job("c"), of: task(3))
      case "b child": queue.append(job("b again"), of: task(2))
      default: break
      }
    }
    #expect(order == ["b", "b child", "b again", "a", "c"])
  }

  @Test func `The rest of a job that makes way comes before what became ready after the job`() {
    var queue = WorkQueue(
      policy: .choosing { $0.map(\.lane) == [1, 2, 3] ? 1 : 0 })
    let isChosen = queue.tasks?.makesWay(runningIn: 1, onlyForNews: false)
    #expect(isChosen == false)
    queue.append(job("a1"), of: task(1))
    _ = queue.next(allowsMain: true)
    queue.append(job("b1"), of: task(2))
    queue.append(job("c1"), of: task(3))
    let makesWay = queue.tasks?.makesWay(runningIn: 1, onlyForNews: false)
    #expect(makesWay == true)
    queue.append(job("rest of a1"), of: task(1))
    #expect(order(queue) == ["b1", "rest of a1", "c1"])
    queue = WorkQueue(policy: .choosing { _ in 0 })
    queue.append(job("a1"), of: task(1))
    _ = queue.next(allowsMain: true)
    queue.append(job("b1"), of: task(2))
    let makesWayAgain = queue.tasks?.makesWay(runningIn: 1, onlyForNews: false)
    #expect(makesWayAgain == false)
  }

  @Test func `A job makes way for a task that it has made ready, once if asked for news only`() {
    let asked = Lock(0)
    var queue = WorkQueue(
      policy: .choosing { _ in
        asked.withLock { $0 += 1 }
        return 0
      })
    queue.append(job("a"), of: task(1))
    _ = queue.next(allowsMain: true)
    queue.append(job("child"), of: task(1, id: 1))
    for _ in 0..<2 {
      let makesWay = queue.tasks?.makesWay(runningIn: 1, onlyForNews: true)
      #expect(makesWay == false)
      #expect(asked.withLock { $0 } == 1)
    }
    let isOfAnotherLane = queue.tasks?.makesWay(runningIn: 2, onlyForNews: false)
    #expect(isOfAnotherLane == false)
    #expect(asked.withLock { $0 } == 1)
  }

  @Test func `A policy chooses between incoming jobs, and keeps the order of each source`() {
    let asked = Lock<[[ReadyTask]]>([])
    var queue = WorkQueue(
      policy: .choosing { tasks in
        asked.withLock { $0.append(tasks) }
        return tasks.count - 1
      })
    let (a, b) = (task(1), task(1, id: 1))
    for (name, source) in [("a1", a), ("a2", a), ("b1", b), ("b2", b)] {
      queue.appendIncoming(job(name), source: source)
    }
    #expect(order(queue) == [])
    queue.acceptIncomingJobs()
    #expect(order(queue) == ["b1", "b2", "a1", "a2"])
    #expect(asked.withLock { $0 } == [[a, b], [a, b]])
  }

  @Test func `An incoming job waits until what an incoming job before it caused has run`() {
    var queue = WorkQueue()
    queue.appendIncoming(job("x1", lane: 1))
    queue.appendIncoming(job("x2", lane: 2))
    queue.acceptIncomingJobs()
    #expect(next(of: &queue) == "x1")
    queue.append(job("a"))
    #expect(order(queue) == ["a", "x2"])
  }

  @Test(arguments: [.firstInFirstOut, .choosing { _ in 0 }] as [SchedulingPolicy])
  func `Jobs and deliveries can be taken out at once`(_ policy: SchedulingPolicy) {
    var queue = queue(policy)
    #expect(queue.nextDelivery().flatMap(name) == "d1")
    let rest = queue.removeAll()
    #expect(rest.jobs.compactMap(name) == ["a1", "b1", "a2", "x1"])
    #expect(rest.deliveries.compactMap(name) == ["d2"])
    #expect(order(queue) == [])
  }

  @Test func `Incoming jobs run once they are accepted, as they came in`() {
    var queue = WorkQueue()
    for name in ["b", "a", "c"] { queue.appendIncoming(job(name)) }
    #expect(queue.incomingJobCount == 3)
    #expect(order(queue) == [])
    queue.acceptIncomingJobs()
    #expect(queue.incomingJobCount == 0)
    #expect(order(queue) == ["b", "a", "c"])
  }

  @Test func `What has been taken out is not kept alive`() {
    final class Work {}
    func delivery(of work: Work) -> WorkQueue.Delivery { WorkQueue.Delivery { _ = work } }
    var queue = WorkQueue()
    weak var first: Work?
    do {
      let work = Work()
      first = work
      queue.append(delivery(of: work))
    }
    queue.append(delivery(of: Work()))
    #expect(first != nil)
    _ = queue.next(allowsMain: true)
    #expect(first == nil)
  }

  @Test func `A long queue keeps its order`() {
    var queue = WorkQueue()
    var popped: [String] = []
    for n in 0..<1_000 {
      queue.append(job("\(n)"))
      if n % 3 == 2 { next(of: &queue).map { popped.append($0) } }
    }
    while let name = next(of: &queue) { popped.append(name) }
    #expect(popped == (0..<1_000).map { "\($0)" })
  }
}
