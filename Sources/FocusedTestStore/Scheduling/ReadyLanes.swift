import Core

/// The jobs that are ready, by lane, for a policy that chooses between the lanes.
///
/// A plain value. As long as the policy chooses the first lane each time, the jobs run as they became ready.
struct ReadyLanes<Job> {
  private struct Ticketed {
    let job: Job
    let ticket: Int
  }

  private let choose: SchedulingPolicy.Choice
  private var jobs: [Int: FIFO<Ticketed>] = [:]
  /// The lanes that have jobs, the one whose next job has been ready for longest first.
  private var lanes: [Int] = []
  private var lastTicket = 0
  /// The lane that was chosen before one that had been ready for longer. It goes first as long as it has jobs,
  /// so that one choice lets an effect overtake another one, however many jobs that takes.
  private var favorite: Int?
  /// The lane that has been chosen already.
  private var chosen: Int?
  /// The lane whose job makes way, until the rest of the job is ready, and the ticket of that job.
  private var waiting: (lane: Int, ticket: Int)?
  /// The lane and the ticket of the job that runs.
  private var running = (lane: -1, ticket: 0)

  init(choosing choose: @escaping SchedulingPolicy.Choice) {
    self.choose = choose
  }

  mutating func append(_ job: Job, lane: Int) {
    if let waiting, waiting.lane == lane {
      self.waiting = nil
      return prepend(Ticketed(job: job, ticket: waiting.ticket), lane: lane)
    }
    lastTicket += 1
    let job = Ticketed(job: job, ticket: lastTicket)
    if jobs[lane]?.isEmpty ?? true { lanes.append(lane) }
    jobs[lane, default: FIFO()].append(job)
  }

  /// The rest of a job that has made way comes before all that became ready after it.
  private mutating func prepend(_ job: Ticketed, lane: Int) {
    if let index = index(of: lane) { lanes.remove(at: index) }
    jobs[lane, default: FIFO()].prepend(job)
    insert(lane)
  }

  /// Takes out the next job, after the policy's choice if there is one.
  mutating func removeNext() -> (job: Job, lane: Int)? {
    waiting = nil
    guard let lane = nextLane(), let index = index(of: lane), let job = jobs[lane]?.popFirst()
    else { return nil }
    lanes.remove(at: index)
    if jobs[lane]?.isEmpty == true { jobs[lane] = nil } else { insert(lane) }
    running = (lane, job.ticket)
    return (job.job, lane)
  }

  /// Notes that a job runs that has come from outside, which happens only while no lane is ready.
  mutating func willRunArrival(in lane: Int) {
    running = (lane, lastTicket)
  }

  private mutating func nextLane() -> Int? {
    if let chosen {
      self.chosen = nil
      if jobs[chosen] != nil { return chosen }
    }
    if let favorite, jobs[favorite] == nil { self.favorite = nil }
    guard lanes.count > 1 else { return lanes.first }
    return choice(of: favorite.map { options(startingWith: [$0]) } ?? lanes)
  }

  /// The lanes that are ready, behind those that run unless the policy says otherwise.
  private func options(startingWith first: [Int]) -> [Int] {
    var options = lanes
    for index in first.compactMap(index(of:)).sorted(by: >) { options.remove(at: index) }
    options.insert(contentsOf: first, at: 0)
    return options
  }

  private mutating func choice(of options: [Int]) -> Int {
    let choice = choose(options)
    precondition(
      options.indices.contains(choice), "A policy must choose a ready lane (was \(choice))")
    if choice > 0 { favorite = options[choice] }
    return options[choice]
  }

  mutating func makesWay(runningIn lane: Int) -> Bool {
    guard lane == running.lane, !lanes.isEmpty, lanes != [lane] else { return false }
    let others = favorite.map { $0 == lane ? [] : [$0] } ?? []
    let next = choice(of: options(startingWith: [lane] + others))
    if next == lane { return false }
    chosen = next
    waiting = running
    return true
  }

  /// Puts a lane where the ticket of its next job belongs.
  private mutating func insert(_ lane: Int) {
    lanes.insert(lane, at: index(ofTicket: nextTicket(of: lane)))
  }

  private func index(of lane: Int) -> Int? {
    let index = index(ofTicket: nextTicket(of: lane))
    return index < lanes.count && lanes[index] == lane ? index : lanes.firstIndex(of: lane)
  }

  /// How many lanes come before a ticket. There may be thousands, of which each has a turn.
  private func index(ofTicket ticket: Int) -> Int {
    lanes.partitioningIndex { nextTicket(of: $0) >= ticket }
  }

  private func nextTicket(of lane: Int) -> Int { jobs[lane]?.first?.ticket ?? .max }

  mutating func removeAll() -> [Job] {
    defer { (jobs, lanes, chosen, favorite, waiting) = ([:], [], nil, nil, nil) }
    return lanes.flatMap { jobs[$0]?.elements ?? [] }.map(\.job)
  }
}
