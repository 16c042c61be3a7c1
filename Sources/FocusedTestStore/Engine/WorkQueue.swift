import Core

/// A piece of work for an effect.
package struct LaneWork: Sendable {
  enum Kind: Sendable {
    /// A job of one of the effect's tasks.
    case job(UnownedJob, isMain: Bool)
    /// An action sent from external code.
    case externalSend(ExternalSend)
  }

  let kind: Kind
  package let lane: ExecutorLane

  /// The task whose job it is.
  var task: UInt? {
    if case .job(let job, _) = kind, job.taskNumber != nil { job.identity } else { nil }
  }
  package var isExternalSend: Bool { if case .externalSend = kind { true } else { false } }
  var isMain: Bool { if case .job(_, isMain: true) = kind { true } else { false } }
  /// Whether an actor runs its pending calls.
  package var isTurnOfActor: Bool {
    if case .job(let job, _) = kind { job.isTurnOfActor } else { false }
  }

  /// The work as a task that a chooser can choose.
  package var readyTask: ReadyTask {
    switch kind {
    case .job(let job, _): lane.readyTask(job.identity)
    case .externalSend(let send):
      ReadyTask(lane: lane.origin.id, id: send.source, isPart: true)
    }
  }

  /// Runs a task's job on the runtime's executors, or resumes a sender without doing its work.
  func runElsewhere() {
    switch kind {
    case .job(let job, isMain: false): globalConcurrentExecutor.enqueue(job)
    case .job(let job, isMain: true): MainActor.shared.enqueue(job)
    case .externalSend(let send): send.sender?.resume(returning: true)
    }
  }
}

/// An action that external code sends: code that Swift's runtime doesn't schedule, a task that no effect started, or an
/// actor with an executor of its own.
struct ExternalSend: Sendable {
  /// The runtime's work. Its argument is whether the sender was cancelled.
  let work: ConfinedWork
  /// The sender's task, which exists until the work is done. Any thread can check whether a task is cancelled.
  nonisolated(unsafe) var task: UnsafeCurrentTask?
  /// Identifies what keeps the order of its actions: the actor whose code sends, or a task.
  var source: UInt = 0
  /// Resumes the sender's task on its own executor, if it waits.
  var sender: UnsafeContinuation<Bool, Never>?

  func perform() {
    work.perform(task?.isCancelled ?? false)
  }
}

/// The work of one store that can run now, and its order.
///
/// A plain value: ``StoreWork`` runs the work. It can't be copied, because each look at it would make a copy.
struct WorkQueue: ~Copyable {
  private var deliveries = FIFO<() -> Void>()
  private var jobs = FIFO<LaneWork>()
  private var acceptedJobs = FIFO<LaneWork>()
  /// Keeps the ready jobs, and chooses between them, instead of the queues.
  private let chooser: (any WorkChooser)?

  init(chooser: (any WorkChooser)? = nil) {
    self.chooser = chooser
  }

  // MARK: - Actions that were sent synchronously

  mutating func append(delivery: @escaping () -> Void) {
    deliveries.append(delivery)
  }

  /// Removes the next delivery. As in production, deliveries run before all other work: an action
  /// that a reduction sends is reduced right after it.
  mutating func nextDelivery() -> (() -> Void)? { deliveries.popFirst() }

  var hasDeliveries: Bool { !deliveries.isEmpty }

  // MARK: - Jobs

  /// Adds a job that other work of the store has made ready.
  mutating func append(_ job: LaneWork) {
    if let chooser { chooser.append(job) } else { jobs.append(job) }
  }

  /// Makes incoming jobs ready: first the jobs of some tasks in the order of these tasks, then the others in the order
  /// in which they arrived.
  mutating func accept(_ incoming: [LaneWork], inOrderOf tasks: [UInt] = []) {
    var incoming = incoming
    if !tasks.isEmpty {
      let positions = Dictionary(zip(tasks, tasks.indices)) { $1 }
      // The sort is stable.
      incoming.sort {
        positions[$0.task ?? 0, default: .max] < positions[$1.task ?? 0, default: .max]
      }
    }
    if let chooser {
      chooser.accept(incoming)
    } else {
      for job in incoming { acceptedJobs.append(job) }
    }
  }

  /// Takes the next job: one of the store's own, or, if there is none, one accepted incoming job. So the order of the
  /// store's own effects doesn't depend on the speed of external work.
  ///
  /// - Parameter allowsMain: Whether a main-actor job may be taken. Otherwise, the result is `nil` if one is next.
  mutating func next(allowsMain: Bool) -> LaneWork? {
    if let chooser {
      return !allowsMain && chooser.ready.contains(where: \.isMain) ? nil : chooser.removeNext()
    }
    if !allowsMain, (jobs.first ?? acceptedJobs.first)?.isMain == true { return nil }
    return jobs.popFirst() ?? acceptedJobs.popFirst()
  }

  var isReady: Bool { chooser.map { !$0.ready.isEmpty } ?? !(jobs.isEmpty && acceptedJobs.isEmpty) }

  var isEmpty: Bool { !isReady && !hasDeliveries }

  var readyJobs: [LaneWork] { chooser?.ready ?? jobs.elements + acceptedJobs.elements }

  /// Removes all work. Returns the jobs.
  mutating func removeAll() -> [LaneWork] {
    defer { (jobs, acceptedJobs, deliveries) = (FIFO(), FIFO(), FIFO()) }
    return chooser?.removeAll() ?? readyJobs
  }
}

/// A queue that appends and removes elements in constant time on average, regardless of its length.
///
/// It doesn't retain removed elements, because an effect counts as ended when nothing retains it.
private struct FIFO<Element> {
  /// The first elements, in reverse order.
  private var front: [Element] = []
  /// The elements after them.
  private var rest: [Element] = []

  var isEmpty: Bool { front.isEmpty && rest.isEmpty }
  var first: Element? { front.last ?? rest.first }
  var elements: [Element] { front.reversed() + rest }

  mutating func append(_ element: Element) {
    rest.append(element)
  }

  mutating func popFirst() -> Element? {
    if front.isEmpty {
      swap(&front, &rest)
      front.reverse()
    }
    return front.popLast()
  }
}
