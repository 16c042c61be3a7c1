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

  private func name(_ job: LaneWork) -> String? {
    if case .externalSend(let send) = job.kind { send.perform() }
    return latest.name.take()
  }

  private func next(of queue: inout WorkQueue) -> String? {
    queue.next(allowsMain: true).flatMap(name)
  }

  @Test func `An incoming job waits until what an incoming job before it caused has run`() {
    var queue = WorkQueue()
    queue.accept([job("x1", lane: 1), job("x2", lane: 2)])
    #expect(next(of: &queue) == "x1")
    queue.append(job("a"))
    #expect(next(of: &queue) == "a")
    #expect(next(of: &queue) == "x2")
  }

  @Test func `What has been taken out is not kept alive`() {
    final class Work {}
    func delivery(of work: Work) -> () -> Void { { _ = work } }
    var queue = WorkQueue()
    weak var first: Work?
    do {
      let work = Work()
      first = work
      queue.append(delivery: delivery(of: work))
    }
    queue.append(delivery: delivery(of: Work()))
    #expect(first != nil)
    _ = queue.nextDelivery()
    #expect(first == nil)
  }
}
