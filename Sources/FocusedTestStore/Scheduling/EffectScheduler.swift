import Core
import Synchronization

/// The executor of one store: it queues the jobs of all effects and runs them inline, on the thread
/// of whoever drains it.
///
/// Nothing runs unless somebody drains, and one drains at a time. So reducers need no lock, and the
/// same test takes the same steps in the same order on every run. A job that comes from outside (a
/// timer, a callback, another actor) wakes whoever waits.
package final class EffectScheduler: EffectHost {
  enum Work {
    case job(UnownedJob, ExecutorLane)
    case delivery(RuntimeConfined<() -> Void>)
  }

  /// What could not be brought to rest.
  package struct Runaway {
    package let limit: Int
    package let lanes: [ExecutorLane]
    package let deliveries: [() -> Void]
  }

  enum Admission {
    case admitted
    case closed
    case runaway
  }

  struct Shared {
    var ready = ReadyQueue<Work>()
    var wakeups: [Wakeup] = []
    var nextDeliveryLane = -1
    var isDraining = false
    var turns: [Turn] = []
    var restWaiters: [CheckedContinuation<Void, Never>] = []
    /// Lanes that did something since the outside world last had its chance.
    var restless: [Int: ExecutorLane] = [:]
    /// The effects that were stopped for good, by the numbers of their lanes.
    var runaways: Set<Int> = []
    var newRunaways: [ExecutorLane] = []
    /// How many effects, ended or not, can still send something.
    var sources = 0
    /// How many jobs have run, and how many actions were sent, since all was at rest.
    var jobs = 0
    var admitted = 0
    /// How many times something happened that somebody may have been waiting for.
    var events = 0
    var jobLimit = 100_000
    var isClosed = false
    var onRunaway: RuntimeConfined<(Runaway) -> Void>?

    mutating func takeRestWaiters() -> [CheckedContinuation<Void, Never>] {
      defer { restWaiters = [] }
      return restWaiters
    }

    mutating func takeWakeups() -> [Wakeup] {
      events += 1
      guard !wakeups.isEmpty else { return [] }
      defer { wakeups = [] }
      return wakeups
    }
  }

  /// Who comes next when a drain is over.
  enum Turn {
    case drain(CheckedContinuation<Void, Never>)
    /// The store is gone; whoever was draining sees to its end.
    case end(RuntimeConfined<() -> Void>)
  }

  package let issues = IssueBuffer()
  let policy: SchedulingPolicy
  let shared = Lock(Shared())
  let drains = Atomic(0)
  /// The thread that runs jobs now, or 0.
  let runningThread = Atomic<UInt>(0)

  package init(policy: SchedulingPolicy = .firstInFirstOut) {
    self.policy = policy
  }

  /// How many jobs may run before effects are taken not to come to rest at all.
  package var jobLimit: Int {
    get { shared.withLock { $0.jobLimit } }
    set { shared.withLock { $0.jobLimit = newValue } }
  }

  /// Sets what to do about effects that do not come to rest. Called inside of a drain.
  package func onRunaway(_ handler: @escaping (Runaway) -> Void) {
    let handler = RuntimeConfined(handler)
    shared.withLock { $0.onRunaway = handler }
  }

  /// How many drains have begun; whoever sees it change knows that all was at rest in between.
  package var drainCount: Int { drains.load(ordering: .relaxed) }

  // MARK: - Taking work

  package func makeLane(for origin: EffectOrigin) -> any EffectLane {
    shared.withLock { $0.sources += 1 }
    return ExecutorLane(origin: origin, scheduler: self)
  }

  /// How many effects can still send something. An effect that has ended can, as long as an
  /// unstructured task or a callback of its holds on to its `send`.
  package var sources: Int { shared.withLock { $0.sources } }

  func sourceEnded() {
    let wakeups = shared.withLock { shared in
      shared.sources -= 1
      return shared.takeWakeups()
    }
    for wakeup in wakeups { wakeup.fire(true) }
  }

  package func schedule(_ delivery: @escaping () -> Void) {
    let delivery = RuntimeConfined(delivery)
    shared.withLock { shared in
      shared.ready.appendDelivery(.delivery(delivery), lane: shared.nextDeliveryLane)
      shared.nextDeliveryLane -= 1
    }
  }

  func enqueue(_ job: UnownedJob, in lane: ExecutorLane) {
    enum Destination {
      case queued([Wakeup])
      case global
      case nowhere
    }
    let destination = shared.withLock { shared -> Destination in
      // A runaway's jobs are dropped for good; forwarding them would let it spin for ever.
      if shared.runaways.contains(lane.origin.id) { return .nowhere }
      if shared.isClosed { return .global }
      shared.ready.appendJob(.job(job, lane), lane: lane.origin.id)
      shared.restless[lane.origin.id] = lane
      return .queued(shared.takeWakeups())
    }
    switch destination {
    case .queued(let wakeups): for wakeup in wakeups { wakeup.fire(true) }
    case .global: globalConcurrentExecutor.enqueue(job)
    case .nowhere: break
    }
  }

  func noteActivity(in lane: ExecutorLane) {
    shared.withLock { shared in
      if !shared.isClosed { shared.restless[lane.origin.id] = lane }
    }
  }

  func admitDelivery(from lane: ExecutorLane) -> Admission {
    shared.withLock { shared in
      if shared.isClosed { return .closed }
      shared.admitted += 1
      // Actions cost no job each when one effect sends many, so they get a limit of their own.
      guard shared.admitted > shared.jobLimit * 2 else { return .admitted }
      shared.runaways.insert(lane.origin.id)
      shared.newRunaways.append(lane)
      return .runaway
    }
  }
}
