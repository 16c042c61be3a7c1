@testable import FocusedTestStore
import Testing

struct WorkQueueTests {
  /// The name of the work that ran last.
  private final class Latest {
    var name: String?
  }

  private let scheduler = EffectScheduler()
  private let latest = Latest()

  /// A job that records its name when it runs.
  private func job(_ name: String, lane: Int = 1) -> LaneWork {
    let here = CallSite(fileID: #fileID, filePath: #filePath, line: 1, column: 1)
    let origin = EffectOrigin(id: lane, name: nil, callSite: here, step: 0)
    let work = ConfinedWork { [latest] _ in latest.name = name }
    return LaneWork(
      kind: .externalSend(ExternalSend(work: work)),
      lane: ExecutorLane(origin: origin, scheduler: scheduler))
  }

  private func delivery(_ name: String) -> WorkQueue.Delivery {
    WorkQueue.Delivery { [latest] in latest.name = name }
  }

  private func name(_ job: LaneWork) -> String? {
    if case .externalSend(let send) = job.kind { send.perform() }
    return latest.name.take()
  }

  private func name(_ delivery: WorkQueue.Delivery) -> String? {
    delivery.value()
    return latest.name.take()
  }

  private func next(of queue: inout WorkQueue) -> String? {
    queue.nextDelivery().flatMap(name) ?? queue.next(allowsMain: true).flatMap(name)
  }

  private func order(_ queue: WorkQueue) -> [String] {
    var queue = queue
    return Array(sequence(state: ()) { _ in next(of: &queue) })
  }

  private var queue: WorkQueue {
    var queue = WorkQueue()
    queue.accept([job("x1")])
    queue.append(job("a1"))
    queue.append(job("b1"))
    queue.append(delivery("d1"))
    queue.append(delivery("d2"))
    return queue
  }

  @Test func `First in, first out: deliveries, then jobs, then incoming jobs`() {
    #expect(order(queue) == ["d1", "d2", "a1", "b1", "x1"])
  }

  @Test func `An incoming job waits until what an incoming job before it caused has run`() {
    var queue = WorkQueue()
    queue.accept([job("x1", lane: 1), job("x2", lane: 2)])
    #expect(next(of: &queue) == "x1")
    queue.append(job("a"))
    #expect(order(queue) == ["a", "x2"])
  }

  @Test func `Jobs and deliveries can be taken out at once`() {
    var queue = queue
    #expect(queue.nextDelivery().flatMap(name) == "d1")
    #expect(queue.removeAll().compactMap(name) == ["a1", "b1", "x1"])
    #expect(order(queue) == [])
  }

  @Test func `Incoming jobs run as they came in`() {
    var queue = WorkQueue()
    queue.accept(["b", "a", "c"].map { job($0) })
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
    _ = queue.nextDelivery()
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
