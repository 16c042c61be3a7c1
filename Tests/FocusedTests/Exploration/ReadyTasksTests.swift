import FocusedExploration
import FocusedTestStore
import Testing

struct ReadyTasksTests {
  private typealias Queue = ReadyTasks<String>

  private func task(_ lane: Int, id: UInt = 0) -> ReadyTask { ReadyTask(lane: lane, id: id) }

  private func order(_ queue: Queue) -> [String] {
    var queue = queue
    return Array(sequence(state: ()) { _ in queue.removeNext() })
  }

  @Test func `Incoming jobs run last, unless one of them is chosen`() {
    func order(_ choose: @escaping TaskChooser.Choice) -> [String] {
      var queue = Queue(choosing: choose)
      queue.appendIncoming("x1", of: task(1))
      queue.append("a1", of: task(1))
      queue.append("b1", of: task(2))
      queue.append("a2", of: task(1, id: 1))
      return self.order(queue)
    }
    #expect(order { $0.count - 1 } == ["x1", "a2", "b1", "a1"])
    #expect(order { _ in 0 } == ["a1", "b1", "a2", "x1"])
  }

  @Test func `The choice is between the tasks that are ready, the first is the one that would run`()
  {
    let asked = Lock<[[ReadyTask]]>([])
    var queue = Queue { tasks in
      asked.withLock { $0.append(tasks) }
      return 1
    }
    let (a, b, c) = (task(1), task(2), task(2, id: 1))
    queue.append("a1", of: a)
    queue.append("b1", of: b)
    queue.append("c1", of: c)
    let first = queue.removeNext()
    #expect(first == "b1")
    // If a task was chosen before an older one, the tasks that the chosen task makes ready run first.
    queue.append("b2", of: b)
    #expect(order(queue) == ["a1", "b2", "c1"])
    #expect(asked.withLock { $0 } == [[a, b, c], [b, a, c], [c, b]])
  }

  @Test func `What a chosen task makes ready in its effect runs first, at any distance`() {
    let isFirst = Lock(true)
    var queue = Queue { _ in
      isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst ? 1 : 0
      }
    }
    queue.append("a", of: task(1))
    queue.append("b", of: task(2))
    var order: [String] = []
    while let name = queue.removeNext() {
      order.append(name)
      switch name {
      case "b":
        queue.append("b child", of: task(2, id: 1))
        queue.append("c", of: task(3))
      case "b child": queue.append("b again", of: task(2))
      default: break
      }
    }
    #expect(order == ["b", "b child", "b again", "a", "c"])
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

  @Test
  func `There is one choice for each job that the running one makes ready, if only these count`() {
    let asked = Lock(0)
    var queue = Queue { _ in
      asked.withLock { $0 += 1 }
      return 0
    }
    queue.append("a", of: task(1))
    _ = queue.removeNext()
    queue.append("child", of: task(1, id: 1))
    for _ in 0..<2 {
      let isInterruptedByChild = queue.interrupts(1, onlyIfNew: true)
      #expect(!isInterruptedByChild)
      #expect(asked.withLock { $0 } == 1)
    }
    // Another effect doesn't run.
    let isOtherInterrupted = queue.interrupts(2, onlyIfNew: false)
    #expect(!isOtherInterrupted)
    #expect(asked.withLock { $0 } == 1)
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

  @Test func `All jobs can be taken out at once`() {
    var queue = Queue { _ in 0 }
    queue.appendIncoming("x1", of: task(1))
    queue.append("a1", of: task(1))
    let all = queue.removeAll()
    #expect(all == ["a1", "x1"])
    #expect(order(queue) == [])
  }
}
