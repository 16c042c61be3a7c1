import Core

/// The work of a store's effects that is off the executor: on the main actor, in unstructured tasks, in callbacks.
///
/// An effect that used its budget without resuming gets no new budget until one of its jobs arrives. So a
/// long-running effect that waits for external events doesn't slow down a later `send`.
struct OffExecutorWork {
  /// The number of effects, ended or not, that can still send an action.
  var liveSenderCount = 0
  /// The lanes that ran a job since the latest turns, by their numbers.
  private var recentlyActiveLanes = [Int: ExecutorLane]()
  /// The lanes of effects that started tasks which may outlive them, by their numbers.
  var leftLanes = [Int: ExecutorLane]()
  /// The number of actions that main-actor code has sent and reduced since incoming jobs were last accepted.
  private(set) var sentOnMainActor = 0
  var gate = MainActorGate()
  /// The current turns, during which the gate is open.
  private(set) var turns: OffExecutorTurns?
  var turnsInVain = OffExecutorLimits.turnsInVain

  mutating func noteActivity(in lane: ExecutorLane) {
    recentlyActiveLanes[lane.origin.id] = lane
  }

  /// Removes the lanes of effects that cannot resume without the test. Returns whether any lanes are left.
  mutating func pruneAndCheckPending() -> Bool {
    if recentlyActiveLanes.isEmpty { return false }
    recentlyActiveLanes = recentlyActiveLanes.filter(\.value.mayComeBack)
    return !recentlyActiveLanes.isEmpty
  }

  var hasReturningSenders: Bool {
    recentlyActiveLanes.values.contains(where: \.hasReturningSenders)
  }

  mutating func endBudget() {
    recentlyActiveLanes = [:]
  }

  // MARK: - The main actor

  /// Whether there are no incoming jobs, and no off-executor work to wait for.
  mutating func isIdle() -> Bool {
    gate.isClosed && sentOnMainActor == 0 && !pruneAndCheckPending()
  }

  mutating func takeSentOnMainActor() -> Int {
    defer { sentOnMainActor = 0 }
    return sentOnMainActor
  }

  mutating func enterFromMainActor(for lane: ExecutorLane) -> MainActorGate.Answer {
    let answer = gate.enter()
    if case .entered = answer {
      noteActivity(in: lane)
      sentOnMainActor += 1
    }
    return answer
  }

  /// Begins the turns of a drain that has run all ready jobs, if more are expected. Returns whether the main actor
  /// waits at the gate.
  mutating func endRun(of drain: Int, expectsMore: Bool) -> Bool {
    if expectsMore { turns = OffExecutorTurns(of: drain, turnsInVain: turnsInVain) }
    return gate.turn(open: expectsMore)
  }

  /// The next step of a drain's turns, after an event, or `nil` if the drain has given up.
  mutating func next(
    for drain: Int, after event: (inout OffExecutorTurns) -> OffExecutorTurns.Step
  ) -> OffExecutorTurns.Step? {
    guard var turns, turns.drain == drain else { return nil }
    let step = event(&turns)
    self.turns = turns
    if step == .end { endTurns() }
    return step
  }

  /// Records that the drain has waited for a part of its time limit. Returns whether the drain gives up. It doesn't
  /// give up while the main actor is using the store.
  mutating func giveUpTurns() -> Bool {
    guard turns?.look() == true, !gate.isOccupied else { return false }
    endTurns()
    return true
  }

  private mutating func endTurns() {
    turns = nil
    _ = gate.turn(open: false)
  }

  /// Records that neither a lane's effect nor the tasks that it started can send actions anymore.
  mutating func sourceEnded(in lane: ExecutorLane) {
    liveSenderCount -= 1
    leftLanes[lane.origin.id] = nil
  }
}

/// The turns in which a store yields to off-executor work, and accepts incoming jobs.
///
/// A plain state machine: events in, steps out. It ends after a number of consecutive turns without incoming jobs, and also
/// when jobs keep arriving for too long.
///
/// The main actor takes the turns, in jobs of its own queue, one after the other. So it has done all earlier work
/// of its queue before a turn, and gets no other work while the store's jobs run. The order of incoming jobs is the
/// same however busy the machine or the main actor is.
struct OffExecutorTurns {
  /// The next step of the store.
  enum Step: Equatable {
    /// Lets the main actor run the work that was queued in the meantime.
    case pass
    /// Waits until every sender has resumed on its own executor.
    case awaitSenders
    /// Accepts the incoming jobs.
    ///
    /// `byLane`: whether the store's work may have run concurrently with the main actor's, so that the order of jobs of
    /// several effects is arbitrary. `afterOthers`: whether other tasks run first, because no job has arrived.
    case accept(byLane: Bool, afterOthers: Bool)
    case end
  }

  /// The drain that takes the turns. The main actor may respond only after the drain has given up.
  let drain: Int
  private let turnsInVainAllowed: Int
  private var turnsInVain = 0
  private var turns = 0
  /// The number of incoming jobs that the main actor didn't send.
  private var incomingJobs = 0
  private var isWaitingForMainActor = true
  private var passesLeft = OffExecutorLimits.quietPasses
  private var passes = 0
  private var returns = 0
  /// Whether the main actor has made a pass since the latest check.
  private var hasPassed = false
  private var looksInVain = 0

  /// - Parameter turnsInVain: The number of consecutive turns without an incoming job after which the turns end.
  init(of drain: Int = 0, turnsInVain: Int) {
    self.drain = drain
    turnsInVainAllowed = turnsInVain
  }

  private var isFirst: Bool { turns == 0 }

  /// The main actor has run all its queued work, and `returns` jobs have arrived in the turn.
  mutating func mainActorDidPass(returns: Int) -> Step {
    isWaitingForMainActor = false
    hasPassed = true
    passes += 1
    if returns != self.returns {
      self.returns = returns
      passesLeft = isFirst ? OffExecutorLimits.quietPasses : 0
    } else {
      passesLeft -= 1
    }
    return passesLeft > 0 && passes < OffExecutorLimits.passesInTurn ? pass() : .awaitSenders
  }

  /// All senders have resumed on their executors. If the store waited for some of them, they continue in the main
  /// actor's queue, and may send more.
  mutating func sendersDidReturn(afterWait hasWaited: Bool) -> Step {
    guard hasWaited else { return .accept(byLane: isFirst, afterOthers: returns == 0) }
    passesLeft = OffExecutorLimits.quietPasses
    return pass()
  }

  /// The number of jobs that arrived in a turn.
  struct Result {
    var fromMainActor = 0
    var fromElsewhere = 0
  }

  /// All jobs that arrived in the turn have run.
  mutating func endTurn(
    bringing result: Result, after elapsed: Duration, expectsMore: Bool
  ) -> Step {
    turns += 1
    let isInVain = result.fromMainActor == 0 && result.fromElsewhere == 0
    turnsInVain = isInVain ? turnsInVain + 1 : 0
    incomingJobs += result.fromElsewhere
    guard expectsMore, hasTurnsLeft(after: elapsed) else { return .end }
    (passesLeft, passes, returns) = (OffExecutorLimits.quietPasses, 0, 0)
    return pass()
  }

  /// Whether another turn is due, this long after the first one began.
  private func hasTurnsLeft(after elapsed: Duration) -> Bool {
    turnsInVain < turnsInVainAllowed
      && (incomingJobs < OffExecutorLimits.incomingJobsForSure
        || elapsed < OffExecutorLimits.timeForIncomingJobsForSure)
      && (turns < OffExecutorLimits.turnsForSure || elapsed < OffExecutorLimits.timeForTurnsForSure)
  }

  private mutating func pass() -> Step {
    isWaitingForMainActor = true
    return .pass
  }

  /// Records that the store has waited for a part of its time limit. Returns whether the main actor doesn't respond,
  /// for example because its thread is blocked.
  mutating func look() -> Bool {
    looksInVain = hasPassed ? 0 : looksInVain + 1
    hasPassed = false
    return looksInVain >= OffExecutorLimits.looksInVain && isWaitingForMainActor
  }
}

/// The limits for off-executor work: each number, and its reason.
enum OffExecutorLimits {
  /// The default number of consecutive turns without a new job. An effect that hops between actors returns
  /// after a few turns. An effect that waits for a timer doesn't, and takes all of them.
  static let turnsInVain = 20
  /// The limits on incoming jobs, and on the time for them, in one call. A steady source, such as a loop that
  /// sleeps for a millisecond, must not keep `send` from returning.
  static let incomingJobsForSure = 100
  static let timeForIncomingJobsForSure = Duration.milliseconds(100)
  /// The limits on turns in which jobs keep arriving, and on the time for them. Jobs of the main actor arrive in a
  /// fixed order, and need no additional waiting. On a busy machine, each turn takes as long as all other ready tests.
  static let turnsForSure = 1_000
  static let timeForTurnsForSure = Duration.seconds(30)
  /// The number of idle passes of the main actor before incoming jobs are accepted, and before other tasks get a turn.
  ///
  /// Effects prefer their lane, so a switch to the main actor's own code can pass through its queue twice, while
  /// the store's work runs elsewhere. The progress of such a switch must not decide the order.
  static let quietPasses = 4
  /// The number of passes of the main actor in one turn. It is limited because a source that sends without
  /// waiting must not keep a turn from ending.
  static let passesInTurn = 100
  /// The time limit for the main actor to respond, and for a sender to resume, on a busy machine.
  static let patience = Duration.seconds(30)
  /// The number of consecutive checks without a response of the main actor. A single check can be late because the
  /// whole process was suspended.
  static let looksInVain = 6
  /// The number of seconds that the main actor waits at its `send` for the store's work. The wait is limited
  /// because an effect that doesn't suspend may itself wait for the main actor.
  static let patienceOfMainActor = 1
  /// The delays before a waiting call checks whether a task that an effect started with `Task {}` has ended. The delay
  /// doubles with each check.
  static let firstLookForTaskEnds = Duration.milliseconds(1)
  static let longestLookForTaskEnds = Duration.milliseconds(64)
  /// The number of yields to tasks that belong to no test store. No event reports when such tasks are idle. Each yield
  /// is also a pass of the main actor. A few hops are enough for a task that a clock or a stub has woken.
  static let yieldsToOtherTasks = 10
}

/// Whether main-actor code may reduce the actions that it sends in place, as in production.
///
/// The gate is open while a drain takes turns, because the store's work then runs only on the main actor. While the
/// drain runs ready jobs elsewhere, main-actor code waits at the gate.
struct MainActorGate {
  enum Answer {
    case entered
    /// Try again after the gate opens or closes.
    case wait
    case closed
  }

  private enum State { case closed, opening, open, occupied }

  private var state = State.closed
  /// Whether main-actor code waits at the gate with an action to send.
  private(set) var isWaitedFor = false

  var isClosed: Bool { state == .closed }
  var isOccupied: Bool { state == .occupied }

  mutating func enter() -> Answer {
    switch state {
    case .closed, .occupied: return .closed
    case .opening:
      isWaitedFor = true
      return .wait
    case .open:
      state = .occupied
      return .entered
    }
  }

  mutating func leave() {
    state = .open
  }

  /// The drain runs all ready jobs, and then opens or closes the gate.
  mutating func willOpen() {
    state = .opening
  }

  /// Opens or closes the gate. Returns whether the main actor waited for the gate, and must be resumed.
  mutating func turn(open isOpen: Bool) -> Bool {
    precondition(!isOccupied, "A gate turns while it is not in use (was \(state))")
    state = isOpen ? .open : .closed
    return giveUpWaiting()
  }

  /// Ends the wait of the main actor. Returns `false` if the gate has already opened or closed.
  mutating func giveUpWaiting() -> Bool {
    defer { isWaitedFor = false }
    return isWaitedFor
  }
}
