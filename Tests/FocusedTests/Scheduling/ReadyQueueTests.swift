import FocusedTestStore
import Testing

@Suite struct ReadyQueueTests {
  private func queue() -> ReadyQueue<String> {
    var queue = ReadyQueue<String>()
    queue.appendJob("a1", lane: 1)
    queue.appendJob("b1", lane: 2)
    queue.appendJob("a2", lane: 1)
    queue.appendDelivery("d1", lane: -1)
    queue.appendDelivery("d2", lane: -2)
    return queue
  }

  private func order(_ queue: ReadyQueue<String>, _ policy: SchedulingPolicy) -> [String] {
    var queue = queue
    return Array(sequence(state: ()) { _ in queue.next(by: policy) })
  }

  @Test func `First in, first out, deliveries before jobs`() {
    #expect(order(queue(), .firstInFirstOut) == ["d1", "d2", "a1", "b1", "a2"])
  }

  @Test func `A policy chooses between lanes and keeps the order within each`() {
    #expect(queue().readyLanes == [-1, -2, 1, 2])
    #expect(order(queue(), .choosing { $0.count - 1 }) == ["b1", "a1", "a2", "d2", "d1"])
    #expect(order(queue(), .choosing { _ in 0 }) == ["d1", "d2", "a1", "b1", "a2"])
  }

  @Test func `A policy is not asked when there is no choice`() {
    var queue = ReadyQueue<String>()
    queue.appendJob("a1", lane: 1)
    #expect(order(queue, .choosing { _ in 99 }) == ["a1"])
  }

  @Test func `Everything can be taken out at once`() {
    var queue = queue()
    #expect(queue.removeAll() == ["d1", "d2", "a1", "b1", "a2"])
    #expect(queue.isEmpty && queue.readyLanes.isEmpty)
  }

  @Test func `A long queue keeps its order`() {
    var queue = ReadyQueue<Int>()
    var popped: [Int] = []
    for n in 0..<1_000 {
      queue.appendJob(n, lane: 0)
      if n % 3 == 2, let next = queue.next(by: .firstInFirstOut) { popped.append(next) }
    }
    while let next = queue.next(by: .firstInFirstOut) { popped.append(next) }
    #expect(popped == Array(0..<1_000))
  }
}
