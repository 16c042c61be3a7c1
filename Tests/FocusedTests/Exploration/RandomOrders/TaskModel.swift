/// A ``TaskPlan`` as tasks of single steps, and every order that their rules allow. The model ignores executors: a step
/// is possible as soon as the steps that it waits for have happened.
struct TaskModel {
  private enum Step {
    case send(Int)
    case pause
    case ask(Int)
    case sendAnswer(Int)
    case start([Int])
    case awaitAll([Int])
    case awaitFirst([Int])
    case cancel([Int])
    case put(Int, in: Int)
    case close(Int)
    case read(Int)

    /// Whether other tasks may run before the step.
    var suspends: Bool {
      switch self {
      case .start, .cancel, .put, .close: false
      default: true
      }
    }
  }

  private struct Progress: Hashable {
    /// The progress of each task; `nil` before its start.
    var positions: [Int?]
    var answers: [Int]
    var counts = [0, 0]
    var streams: [[Int]]
    var closed: Set<Int> = []
    var cancelled: Set<Int> = []
  }

  private var tasks: [[Step]] = []
  private var parents: [Int?] = []
  private var streamCount = 0
  private var known: [Progress: Set<[Int]>] = [:]
  private var limit = 0
  private let roots: [Int]

  init(_ plan: TaskPlan) {
    var builder = Builder()
    roots = plan.effects.map { builder.add($0, to: nil) }
    (tasks, parents, streamCount) = (builder.tasks, builder.parents, builder.streamCount)
  }

  private struct Builder {
    var tasks: [[Step]] = []
    var parents: [Int?] = []
    var streamCount = 0

    mutating func add(_ moves: [TaskPlan.Move], to parent: Int?) -> Int {
      add(parent) { builder, task in moves.flatMap { builder.steps($0, in: task) } }
    }

    mutating func add(_ parent: Int?, _ steps: (inout Builder, Int) -> [Step]) -> Int {
      let task = tasks.count
      tasks.append([])
      parents.append(parent)
      let steps = steps(&self, task)
      tasks[task] = steps
      return task
    }

    mutating func steps(_ move: TaskPlan.Move, in task: Int) -> [Step] {
      switch move {
      case .send(let action): return [.send(action)]
      case .yield: return [.pause]
      case .number(let actor, let action): return [.ask(actor), .sendAnswer(action)]
      case .group(let lists):
        let children = lists.map { add($0, to: task) }
        return [.start(children), .awaitAll(children)]
      case .race(let lists):
        let children = lists.map { add($0, to: task) }
        return [
          .start(children), .awaitFirst(children), .cancel(children), .awaitAll(children),
        ]
      case .asyncLet(let lists, let body):
        let children = lists.map { add($0, to: task) }
        return [.start(children)] + body.flatMap { steps($0, in: task) } + [.awaitAll(children)]
      case .stream(let lists):
        let stream = streamCount
        streamCount += 1
        let reader = add(task) { _, _ in [.read(stream)] }
        let writers = lists.map { numbers in
          add(task) { _, _ in numbers.flatMap { [.put($0, in: stream), .pause] } }
        }
        return [
          .start([reader]), .start(writers), .awaitAll(writers), .close(stream),
          .awaitAll([reader]),
        ]
      }
    }
  }

  /// All orders, or `nil` if there are too many to count.
  mutating func orders(atMost limit: Int, states: Int = 1_000) -> Set<[Int]>? {
    self.limit = states
    var progress = Progress(
      positions: Array(repeating: nil, count: tasks.count),
      answers: Array(repeating: 0, count: tasks.count),
      streams: Array(repeating: [], count: streamCount))
    for root in roots { progress.positions[root] = 0 }
    guard let orders = orders(after: progress), orders.count <= limit else { return nil }
    return orders
  }

  private mutating func orders(after progress: Progress) -> Set<[Int]>? {
    if let orders = known[progress] { return orders }
    if known.count > limit { return nil }
    var orders: Set<[Int]> = []
    for task in tasks.indices {
      var next = progress
      guard let sent = advance(task, &next) else { continue }
      guard let rest = self.orders(after: next) else { return nil }
      for order in rest { orders.insert(sent.map { [$0] + order } ?? order) }
    }
    if orders.isEmpty { orders = [[]] }
    known[progress] = orders
    return orders
  }

  /// Runs a task up to its next suspension. Returns the sent action, or `nil` if the task can't continue.
  private func advance(_ task: Int, _ progress: inout Progress) -> Int?? {
    guard let start = progress.positions[task], start < tasks[task].count else { return nil }
    var position = start
    while position < tasks[task].count, !tasks[task][position].suspends {
      switch tasks[task][position] {
      case .start(let children): for child in children { progress.positions[child] = 0 }
      case .cancel(let children): progress.cancelled.formUnion(children)
      case .put(let number, let stream): progress.streams[stream].append(number)
      case .close(let stream): progress.closed.insert(stream)
      default: break
      }
      position += 1
    }
    progress.positions[task] = position
    if position > start { return .some(nil) }

    progress.positions[task] = position + 1
    switch tasks[task][position] {
    case .send(let action): return .some(isCancelled(task, progress) ? nil : action)
    case .sendAnswer(let action):
      let sent = action + 100 * progress.answers[task]
      progress.answers[task] = 0
      return .some(isCancelled(task, progress) ? nil : sent)
    case .ask(let actor):
      progress.counts[actor] += 1
      progress.answers[task] = progress.counts[actor]
    case .awaitAll(let children): if !children.allSatisfy({ hasEnded($0, progress) }) { return nil }
    case .awaitFirst(let children):
      if !children.contains(where: { hasEnded($0, progress) }) { return nil }
    case .read(let stream):
      if isCancelled(task, progress) { break }
      if !progress.streams[stream].isEmpty {
        // The reader sends the number, and continues to read.
        progress.positions[task] = position
        return .some(progress.streams[stream].removeFirst())
      }
      if !progress.closed.contains(stream) { return nil }
    default: break
    }
    return .some(nil)
  }

  private func hasEnded(_ task: Int, _ progress: Progress) -> Bool {
    progress.positions[task] == tasks[task].count
  }

  private func isCancelled(_ task: Int, _ progress: Progress) -> Bool {
    var ancestor: Int? = task
    while let task = ancestor {
      if progress.cancelled.contains(task) { return true }
      ancestor = parents[task]
    }
    return false
  }
}
