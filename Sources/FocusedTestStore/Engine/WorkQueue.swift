import Core

/// A piece of work for an effect.
package struct LaneWork: Sendable {
  let kind: Kind
  package let lane: ExecutorLane

  enum Kind: Sendable {
    /// A job of one of the effect's tasks.
    case job(UnownedJob, isMain: Bool)
    /// An action sent from external code.
    case externalSend(ExternalSend)

    /// Runs a task's job on the runtime's executors, or resumes a sender without doing its work.
    func runElsewhere() {
      switch self {
      case .job(let job, isMain: false): globalConcurrentExecutor.enqueue(job)
      case .job(let job, isMain: true): MainActor.shared.enqueue(job)
      case .externalSend(let send): send.resume()
      }
    }
  }

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
    case .externalSend(let send): ReadyTask(lane: lane.origin.id, id: send.sender, isPart: true)
    }
  }
}

/// The work of one store that can run now, and its order.
///
/// A plain value: ``StoreWork`` runs the work.
struct WorkQueue {
  typealias Delivery = RuntimeConfined<() -> Void>
  typealias Job = LaneWork

  enum Work {
    case delivery(Delivery)
    case job(Job)
  }

  private var deliveries = FIFO<Delivery>()
  private var jobs = FIFO<Job>()
  private var acceptedJobs = FIFO<Job>()
  /// Keeps the ready jobs, and chooses between them, instead of the queues.
  private let chooser: (any WorkChooser)?

  /// Whether ``next(allowsMain:)`` can take out work.
  var isReady: Bool {
    deliveries.count + jobs.count + acceptedJobs.count > 0 || chooser?.ready.isEmpty == false
  }

  init(chooser: (any WorkChooser)? = nil) {
    self.chooser = chooser
  }

  /// Adds a job that other work of the store has made ready.
  mutating func append(_ job: Job) {
    if let chooser { chooser.append(job) } else { jobs.append(job) }
  }

  /// Makes incoming jobs ready: first the jobs of some tasks in the order of these tasks, then the others in the order
  /// in which they arrived.
  mutating func accept(_ incoming: [Job], inOrderOf tasks: [UInt] = []) {
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

  /// Adds an action that was sent synchronously.
  mutating func append(_ delivery: Delivery) {
    deliveries.append(delivery)
  }

  /// Whether work is ready, and no action is sent but not reduced yet.
  var isBetweenSteps: Bool { isReady && deliveries.count == 0 }

  /// Removes the next delivery. As in production, deliveries run before all other work: an action
  /// that a reduction sends is reduced right after it.
  mutating func nextDelivery() -> Delivery? { deliveries.popFirst() }

  /// Takes the next work: deliveries, then the store's own jobs, then, if no other job is ready, one accepted
  /// incoming job. So the order of the store's own effects doesn't depend on the speed of external work.
  ///
  /// - Parameter allowsMain: Whether a main-actor job may be taken. Otherwise, the result is `nil` if one is next.
  mutating func next(allowsMain: Bool) -> Work? {
    if let delivery = nextDelivery() { return .delivery(delivery) }
    if !allowsMain, mayTakeMainJob { return nil }
    let job = chooser.map { $0.removeNext() } ?? jobs.popFirst() ?? acceptedJobs.popFirst()
    return job.map(Work.job)
  }

  private var mayTakeMainJob: Bool {
    if let chooser { return chooser.ready.contains(where: \.isMain) }
    return (jobs.first ?? acceptedJobs.first)?.isMain ?? false
  }

  /// The jobs that ``next(allowsMain:)`` can take out.
  var readyJobs: [Job] { chooser?.ready ?? jobs.elements + acceptedJobs.elements }

  /// Removes all work. Returns the jobs.
  mutating func removeAll() -> [Job] {
    defer { (jobs, acceptedJobs, deliveries) = (FIFO(), FIFO(), FIFO()) }
    return chooser?.removeAll() ?? readyJobs
  }
}

/// A queue that appends and removes elements in constant time on average, regardless of its length.
///
/// It doesn't retain removed elements, because a queue is used under a lock, where no work may be destroyed.
private struct FIFO<Element> {
  /// The first elements, in reverse order.
  private var front: [Element] = []
  /// The elements after them.
  private var rest: [Element] = []

  var count: Int { front.count + rest.count }
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

/// An action that external code sends: code that Swift's runtime doesn't schedule, a task that no effect started, or an
/// actor with an executor of its own.
final class ExternalSend: Sendable {
  private struct State {
    /// Resumes the sender, once it waits.
    var continuation: UnsafeContinuation<Void, Never>?
    var hasEnded = false
  }

  /// The runtime's work. Its argument is whether the sender was cancelled.
  private let work: ConfinedWork
  /// The sender's task, which exists as long as it waits for this send. Any thread can check whether a task is
  /// cancelled.
  private nonisolated(unsafe) let task: UnsafeCurrentTask?
  /// The identity of the sender: the actor whose code sends, because an actor keeps an order, or a
  /// task.
  let sender: UInt
  private let state = Lock(State())

  init(work: ConfinedWork, task: UnsafeCurrentTask?, on actor: (any Actor)?) {
    self.work = work
    self.task = task
    sender =
      actor.map { UInt(bitPattern: ObjectIdentifier($0)) }
      ?? task?.identity ?? 0
  }

  func perform() {
    work.perform(task?.isCancelled ?? false)
  }

  /// Resumes the sender's task on its own executor.
  func resume() {
    let continuation = state.withLock { state in
      state.hasEnded = true
      return state.continuation
    }
    continuation?.resume()
  }

  /// Suspends the sender until the send has ended.
  nonisolated(nonsending) func end() async {
    await withUnsafeContinuation { continuation in
      let hasEnded = state.withLock { state in
        state.continuation = continuation
        return state.hasEnded
      }
      if hasEnded { continuation.resume() }
    }
  }
}
