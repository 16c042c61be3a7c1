import Core

/// Decides which of the tasks that are ready runs next.
///
/// The scheduler keeps the order within a task; a policy only chooses between tasks.
package enum SchedulingPolicy: Sendable {
  /// Jobs run in the order in which they became ready.
  case firstInFirstOut
  /// A choice made by a pure function of the ready tasks: the index of one.
  ///
  /// The first task is the one that would run without the policy. The others are in the order in which they became
  /// ready. The policy is also notified of the effects' events.
  case choosing(noteEvent: (@Sendable (_ lane: Int, LaneEvent) -> Void)? = nil, Choice)

  package typealias Choice = @Sendable (_ ready: [ReadyTask]) -> Int

  /// An event of the effect of a lane.
  package enum LaneEvent: Sendable {
    /// The reducer returned the effect in a step.
    case started(byStep: Int)
    /// The effect sends an action, calls a stub, or performs another operation that other effects
    /// can observe.
    case acted
    /// The effect ends because it was cancelled.
    case wasCancelled
    /// The effect has several tasks.
    case hasChildTasks
    /// One of the effect's tasks has a turn.
    case ran(task: UInt)
    /// Another effect has made this one ready, so the two share an object.
    case wasReadied(by: Int)
    /// The effect's next operation depends on off-executor work: on the main actor, or in an
    /// unstructured task.
    case cameFromOutside
    /// The test reads the store after a `send` whose effects are not idle.
    case testLookedEarly
  }

  var choice: Choice? {
    if case .choosing(_, let choose) = self { choose } else { nil }
  }
}

/// A task that is ready to run, or an actor that one of an effect's tasks waits for.
package struct ReadyTask: Hashable, Sendable {
  /// The number of the effect in its store.
  package let lane: Int
  /// Distinguishes tasks that are ready at the same time.
  package let id: UInt
  /// Whether the effect has several tasks, and this one may not be the first.
  package let isPart: Bool

  /// The test, which may continue with its next `send` before the effects are idle.
  package static let test = ReadyTask(lane: -1)

  /// A store with a task that is about to be woken, while other stores have such tasks at the same
  /// time.
  package static func store(_ number: Int) -> ReadyTask { ReadyTask(lane: -2, id: UInt(number)) }

  package init(lane: Int, id: UInt = 0, isPart: Bool = false) {
    self.lane = lane
    self.id = id
    self.isPart = isPart
  }
}

/// The jobs that are ready, by task, for a policy that chooses between the tasks.
///
/// A plain value. As long as the policy chooses the first task each time, the jobs run as they became ready.
struct ReadyTasks<Job> {
  private struct Entry {
    let job: Job
    let ticket: Int
    var isFavored = false
  }

  private let choose: SchedulingPolicy.Choice
  /// The tasks that are ready, the one that has been so for longest first. A task has one job at a time.
  private var tasks: [ReadyTask] = []
  /// Their jobs, in the same order, by ticket.
  ///
  /// A policy can choose a task before another one that became ready earlier. The chosen task, and the jobs that it
  /// makes ready in its effect, then run first as long as there are any. So one choice lets a task overtake another
  /// one, however many jobs that takes.
  private var entries: [Entry] = []
  private var favoredCount = 0
  private var lastTicket = 0
  /// The tickets of incoming jobs, which run when no other job is ready.
  private static var firstTicketOfArrivals: Int { .max / 2 }
  private var lastTicketOfArrival = Self.firstTicketOfArrivals
  /// The number of incoming jobs among the entries.
  private var arrivalCount = 0
  /// The ticket of the entry that the policy has already chosen.
  private var chosen: Int?
  /// The job that yields to others, until its continuation is ready.
  private var waiting: (lane: Int, ticket: Int)?
  /// The job that runs.
  private var running: (task: ReadyTask, ticket: Int, isFavored: Bool)?
  /// Whether the running job has made another one ready since it could last yield.
  private var hasNews = false
  /// Whether the policy may choose the test, too.
  var testMayGoOn = false
  /// Whether it has been interrupted.
  var isTestsTurn = false
  /// The ticket that represents the test among the entries.
  private static var ticketOfTest: Int { .max }

  var count: Int { tasks.count }

  init(choosing choose: @escaping SchedulingPolicy.Choice) {
    self.choose = choose
  }

  mutating func append(_ job: Job, of task: ReadyTask) {
    if let waiting, waiting.lane == task.lane {
      self.waiting = nil
      // The rest of an interrupted job runs before all jobs that became ready after it.
      return insert(Entry(job: job, ticket: waiting.ticket), of: task)
    }
    lastTicket += 1
    hasNews = true
    var entry = Entry(job: job, ticket: lastTicket)
    if let running, running.isFavored, running.task.lane == task.lane {
      entry.isFavored = true
      favoredCount += 1
    }
    insert(entry, of: task)
  }

  /// Adds an incoming job. Jobs of one source keep their order.
  mutating func appendArrival(_ job: Job, of source: ReadyTask) {
    lastTicketOfArrival += 1
    arrivalCount += 1
    hasNews = true
    insert(Entry(job: job, ticket: lastTicketOfArrival), of: source)
  }

  private mutating func insert(_ entry: Entry, of task: ReadyTask) {
    let isLast = entries.last.map { $0.ticket < entry.ticket } ?? true
    let index = isLast ? entries.count : index(ofTicket: entry.ticket)
    tasks.insert(task, at: index)
    entries.insert(entry, at: index)
  }

  /// Removes the next job, which the policy chooses if there is one.
  mutating func removeNext() -> (job: Job, task: ReadyTask)? {
    waiting = nil
    guard let index = nextIndex() else {
      running = nil
      return nil
    }
    let (task, entry) = (tasks.remove(at: index), entries.remove(at: index))
    if entry.isFavored { favoredCount -= 1 }
    var ticket = entry.ticket
    if ticket > Self.firstTicketOfArrivals {
      arrivalCount -= 1
      ticket = lastTicket
    }
    running = (task, ticket, entry.isFavored)
    hasNews = false
    return (entry.job, task)
  }

  private mutating func nextIndex() -> Int? {
    if let chosen {
      self.chosen = nil
      if chosen == Self.ticketOfTest { return testGoesOn() }
      let index = index(ofTicket: chosen)
      if index < entries.count, entries[index].ticket == chosen { return index }
    }
    guard tasks.count > 1 || testMayGoOn && !tasks.isEmpty else { return tasks.indices.first }
    let order = order
    let choice = choice(among: options(in: order))
    if choice == order?.count ?? tasks.count { return testGoesOn() }
    let index = order?[choice] ?? choice
    if choice > 0 { favor(index) }
    return index
  }

  private mutating func testGoesOn() -> Int? {
    (testMayGoOn, isTestsTurn) = (false, true)
    return nil
  }

  /// The tasks that may run, in an order of indices.
  private func options(in order: [Int]?) -> [ReadyTask] {
    let options = order.map { $0.map { tasks[$0] } } ?? tasks
    return testMayGoOn ? options + [.test] : options
  }

  /// The indices of the tasks that may run, after those that run without a choice, or `nil` if all may run, in
  /// their order.
  private var order: [Int]? {
    if favoredCount == 0, arrivalCount < 2 { return nil }
    var indices = Array(entries.indices)
    if arrivalCount > 1 {
      var sources: Set<ReadyTask> = []
      indices.removeAll { index in
        entries[index].ticket > Self.firstTicketOfArrivals
          && !sources.insert(tasks[index]).inserted
      }
    }
    return indices.filter { entries[$0].isFavored } + indices.filter { !entries[$0].isFavored }
  }

  private func choice(among options: [ReadyTask]) -> Int {
    if options.count == 1 { return 0 }
    let choice = choose(options)
    precondition(
      options.indices.contains(choice), "A policy must choose a ready task (was \(choice))")
    return choice
  }

  private mutating func favor(_ index: Int) {
    if favoredCount > 0 {
      for index in entries.indices { entries[index].isFavored = false }
    }
    running?.isFavored = false
    entries[index].isFavored = true
    favoredCount = 1
  }

  /// Whether the policy chooses another job before the running one of a lane continues.
  ///
  /// - Parameter onlyForNews: Whether the policy chooses only if the job has made another job ready since the latest
  ///   choice.
  mutating func makesWay(runningIn lane: Int, onlyForNews: Bool) -> Bool {
    guard let running, lane == running.task.lane, testMayGoOn || !tasks.isEmpty,
      hasNews || !onlyForNews
    else { return false }
    hasNews = false
    let order = order ?? Array(tasks.indices)
    let choice = choice(among: [running.task] + options(in: order))
    if choice == 0 { return false }
    waiting = (lane, running.ticket)
    if choice > order.count {
      chosen = Self.ticketOfTest
    } else {
      favor(order[choice - 1])
      chosen = entries[order[choice - 1]].ticket
    }
    return true
  }

  /// The number of jobs before a ticket. There can be thousands of jobs, and each has a turn.
  private func index(ofTicket ticket: Int) -> Int {
    entries.partitioningIndex { $0.ticket >= ticket }
  }

  mutating func removeAll() -> [Job] {
    defer {
      (tasks, entries, favoredCount, arrivalCount) = ([], [], 0, 0)
      (chosen, waiting, running) = (nil, nil, nil)
    }
    return entries.map(\.job)
  }
}

/// A run of a test that chooses the next task of its stores. `FocusedExploration` supplies it.
package protocol ScheduledRun: AnyObject, Sendable {
  /// Returns the scheduler of a store that the test creates.
  func makeScheduler(waits: (any WaitListener)?) -> EffectScheduler

  /// Returns the observer of a new store: the store's own, or an observer beside it.
  func observer<State, Action>(
    beside own: any RuntimeObserver<State, Action>
  ) -> any RuntimeObserver<State, Action>

  /// Adds a clock or a stub, whose waiting work is a choice of the run.
  func add(double: any AnyObject & Sendable)

  /// Whether the pending calls of stubs wait for an exploration to answer them.
  var isExploring: Bool { get }

  /// Notes that the test is about to read the results of earlier calls.
  func willLook()

  /// Notes that the test, or its feature, reads a value that depends on the order of its actions, other than the
  /// state in which effects are idle.
  func noteOrderRead()
}

/// The run that the current task belongs to.
package enum CurrentRun {
  @TaskLocal package static var value: (any ScheduledRun)?
}
