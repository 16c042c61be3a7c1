import FocusedExploration
import FocusedTestStore
import Testing

/// The order of ready jobs. `PossibleOrderTests` and `RandomTaskTests` test which orders schedules take.
struct ReadyTasksTests {
  private typealias Queue = ReadyTasks<String>

  private func task(_ lane: Int, id: UInt = 0) -> ReadyTask { ReadyTask(lane: lane, id: id) }

  private func order(_ queue: Queue) -> [String] {
    var queue = queue
    return Array(sequence(state: ()) { _ in queue.removeNext() })
  }

  @Test func `The rest of an interrupted job runs before what became ready after the job`() {
    var queue = Queue { $0.map(\.lane) == [1, 2, 3] ? 1 : 0 }
    let isInterruptedByNone = queue.interrupts(1, onlyIfNew: false)
    #expect(!isInterruptedByNone)
    queue.append("a1", of: task(1))
    _ = queue.removeNext()
    queue.append("b1", of: task(2))
    queue.append("c1", of: task(3))
    let isInterrupted = queue.interrupts(1, onlyIfNew: false)
    #expect(isInterrupted)
    queue.append("rest of a1", of: task(1))
    #expect(order(queue) == ["b1", "rest of a1", "c1"])
    queue = Queue { _ in 0 }
    queue.append("a1", of: task(1))
    _ = queue.removeNext()
    queue.append("b1", of: task(2))
    let isInterruptedByOlder = queue.interrupts(1, onlyIfNew: false)
    #expect(!isInterruptedByOlder)
  }

  @Test func `The choice is between incoming jobs, in the order of each source`() {
    let asked = Lock<[[ReadyTask]]>([])
    var queue = Queue { tasks in
      asked.withLock { $0.append(tasks) }
      return tasks.count - 1
    }
    let (a, b) = (task(1), task(1, id: 1))
    for (name, source) in [("a1", a), ("a2", a), ("b1", b), ("b2", b)] {
      queue.appendIncoming(name, of: source)
    }
    #expect(order(queue) == ["b1", "b2", "a1", "a2"])
    #expect(asked.withLock { $0 } == [[a, b], [a, b]])
  }
}
