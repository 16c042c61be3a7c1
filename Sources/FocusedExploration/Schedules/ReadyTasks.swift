import Core
import FocusedTestStore

/// The jobs that are ready, by task, and a choice between the tasks.
///
/// A plain value. As long as the first task is chosen each time, the jobs run in the order in which they became ready.
package struct ReadyTasks<Job: Sendable>: Sendable {
  private struct Entry: Sendable {
    let job: Job
    let task: ReadyTask
    let ticket: Int
    var runsFirst = false

    var isIncoming: Bool { ticket > firstIncomingTicket }
  }

  private let choose: TaskChooser.Choice
  /// The jobs of the ready tasks, in the order of their tickets. A task has one job at a time.
  ///
  /// A task can be chosen before another one that became ready earlier. The chosen task, and the jobs that it
  /// makes ready in its effect, then run first until none is left. So one choice lets a task overtake another one,
  /// regardless of the number of jobs.
  private var entries: [Entry] = []
  private var lastTicket = 0
  /// The tickets of incoming jobs, which run when no other job is ready.
  private static var firstIncomingTicket: Int { .max / 2 }
  private var lastIncomingTicket = Self.firstIncomingTicket
  /// The ticket of the entry that was already chosen, instead of the job that yields.
  private var chosen: Int?
  /// The job that yields to others, until its continuation is ready.
  private var waiting: (lane: Int, ticket: Int)?
  /// The running job.
  private var running: (task: ReadyTask, ticket: Int, runsFirst: Bool)?
  /// Whether the running job has made another job ready since its last opportunity to yield.
  private var hasMadeReady = false

  package var count: Int { entries.count }
  package var jobs: [Job] { entries.map(\.job) }

  package init(choosing choose: @escaping TaskChooser.Choice) {
    self.choose = choose
  }

  package mutating func append(_ job: Job, of task: ReadyTask) {
    if let waiting, waiting.lane == task.lane {
      self.waiting = nil
      // The rest of an interrupted job runs before all jobs that became ready later.
      return insert(Entry(job: job, task: task, ticket: waiting.ticket))
    }
    lastTicket += 1
    hasMadeReady = true
    let runsFirst = running.map { $0.runsFirst && $0.task.lane == task.lane } ?? false
    insert(Entry(job: job, task: task, ticket: lastTicket, runsFirst: runsFirst))
  }

  /// Adds an incoming job. Jobs of one source keep their order.
  package mutating func appendIncoming(_ job: Job, of source: ReadyTask) {
    lastIncomingTicket += 1
    hasMadeReady = true
    insert(Entry(job: job, task: source, ticket: lastIncomingTicket))
  }

  private mutating func insert(_ entry: Entry) {
    entries.insert(entry, at: index(ofTicket: entry.ticket))
  }

  /// Removes the next job: that of the chosen task, if several tasks are ready.
  package mutating func removeNext() -> Job? {
    waiting = nil
    guard let index = nextIndex() else {
      running = nil
      return nil
    }
    let entry = entries.remove(at: index)
    running = (entry.task, entry.isIncoming ? lastTicket : entry.ticket, entry.runsFirst)
    hasMadeReady = false
    return entry.job
  }

  private mutating func nextIndex() -> Int? {
    if let chosen = chosen.take() { return index(ofTicket: chosen) }
    guard entries.count > 1 else { return entries.indices.first }
    let order = order
    let choice = choice(among: order.map { entries[$0].task })
    if choice > 0 { letRunFirst(order[choice]) }
    return order[choice]
  }

  /// The indices of the tasks that may run, with the favored tasks first. Of one source's incoming jobs, only the first
  /// may run.
  private var order: [Int] {
    var sources: Set<ReadyTask> = []
    let indices = entries.indices.filter {
      !entries[$0].isIncoming || sources.insert(entries[$0].task).inserted
    }
    return indices.filter { entries[$0].runsFirst } + indices.filter { !entries[$0].runsFirst }
  }

  private func choice(among options: [ReadyTask]) -> Int {
    if options.count == 1 { return 0 }
    let choice = choose(options)
    precondition(
      options.indices.contains(choice), "A choice must be a ready task (was \(choice))")
    return choice
  }

  private mutating func letRunFirst(_ index: Int) {
    for index in entries.indices { entries[index].runsFirst = false }
    running?.runsFirst = false
    entries[index].runsFirst = true
  }

  /// Whether another job is chosen before the running one of a lane continues.
  ///
  /// - Parameter onlyIfNew: Whether there is only a choice if the job has made another job ready since the latest one.
  /// - Returns: Whether the job yields. The next ready job of its lane is then its continuation.
  package mutating func interrupts(_ lane: Int, onlyIfNew: Bool) -> Bool {
    guard let running, lane == running.task.lane, !entries.isEmpty,
      hasMadeReady || !onlyIfNew
    else { return false }
    hasMadeReady = false
    let order = order
    let choice = choice(among: [running.task] + order.map { entries[$0].task })
    if choice == 0 { return false }
    waiting = (lane, running.ticket)
    letRunFirst(order[choice - 1])
    chosen = entries[order[choice - 1]].ticket
    return true
  }

  /// The number of jobs before a ticket. Each job needs this number, and there can be thousands of jobs.
  private func index(ofTicket ticket: Int) -> Int {
    entries.partitioningIndex { $0.ticket >= ticket }
  }

  package mutating func removeAll() -> [Job] {
    defer {
      (entries, chosen, waiting, running) = ([], nil, nil, nil)
    }
    return entries.map(\.job)
  }
}
