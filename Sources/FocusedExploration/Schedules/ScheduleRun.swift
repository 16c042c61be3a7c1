import Core
import FocusedTestStore

/// One run of a test under a schedule. It gives a policy to each store that the test creates, and records the choices.
package final class ScheduleRun: ScheduledRun {
  /// The run that the current task belongs to.
  package static var current: ScheduleRun? { CurrentRun.value as? ScheduleRun }

  private struct State: Sendable {
    /// The schedulers of the stores, in the order of their creation.
    var schedulers: [EffectScheduler] = []
    var histories: [RuntimeConfined<StoreHistory>] = []
    var progress = RunProgress()
  }

  package let schedule: Schedule
  /// Whether the run keeps the steps of the stores, so that they can be compared with another run.
  let keepsHistories: Bool
  /// Whether the run records the order of the actions, and the state after each.
  let recordsActions: Bool
  /// The calls of `send` in each store that may overlap; `nil` if sends don't overlap.
  private let overlaps: [Set<Int>]?
  /// Whether stores run as in a test without schedules.
  let isPlain: Bool
  /// The purpose of the run.
  let role: RunRole
  /// Whether listeners show the run. They don't show a trial run, unless its failure may be the only one that is
  /// reported.
  let isShown: Bool
  /// The knowledge from earlier runs about action sequences.
  let knowledge: ScriptKnowledge?
  private let state = Lock(State())

  package convenience init(_ schedule: Schedule) { self.init(schedule, overlaps: nil) }

  /// - Parameters:
  ///   - overlaps: The numbers of the calls of `send` in each store that may be reduced before the effects of the
  ///     previous `send` continue; `nil` if sends don't overlap.
  ///   - isPlain: Whether stores run as without schedules, even if the process shuffles.
  init(
    _ schedule: Schedule, keepingHistories keepsHistories: Bool = false,
    recordingActions recordsActions: Bool = false, overlaps: [Set<Int>]?,
    knowledge: ScriptKnowledge? = nil, role: RunRole = .usual, isPlain: Bool = false
  ) {
    self.role = role
    self.recordsActions = recordsActions && overlaps == nil
    isShown = role != .tried || !TestProcess.isInSwiftTesting
    self.schedule = schedule
    self.keepsHistories = keepsHistories
    self.overlaps = overlaps
    self.knowledge = knowledge
    self.isPlain = isPlain
    if self.recordsActions { state.withLock { $0.progress.actions = ActionOrder() } }
  }

  package convenience init(recording schedule: Schedule) {
    self.init(schedule, recordingActions: true, overlaps: nil)
  }

  /// The choices so far.
  package var log: ChoiceLog { withProgress { $0.log } }

  /// Whether the test has created a store.
  var hasStores: Bool { state.withLock { !$0.schedulers.isEmpty } }

  /// The calls of `send` in each store that directly follow another one.
  var followedSends: [Set<Int>] {
    state.withLock { $0.schedulers }.map { ($0.overlap as? OverlappingSends)?.followed ?? [] }
  }

  package func willLook() {
    // A call of a stub by an effect doesn't count.
    guard overlaps != nil, RunningEffect.current == nil else { return }
    for scheduler in state.withLock({ $0.schedulers }) { scheduler.noteLook() }
  }

  /// The histories of the stores, in the order of their creation.
  var histories: [StoreHistory] { state.withLock { $0.histories }.map(\.value) }

  /// An effect that took part in a choice.
  func origin(of effect: ChoiceLog.Effect) -> EffectOrigin? {
    state.withLock { $0.schedulers }[effect.store].origin(ofLane: effect.lane)
  }

  package func makeScheduler(waits: (any WaitListener)?) -> EffectScheduler {
    if isPlain { return EffectScheduler(waits: waits) }
    return state.withLock { state in
      let store = state.schedulers.count
      let counter = Lock((step: 0, number: 0))
      let overlap = overlaps.map { overlaps in
        OverlappingSends(known: overlaps.indices.contains(store) ? overlaps[store] : [])
      }
      // A store may outlive the run in which it was created. It follows the schedule to the end.
      let scheduler = EffectScheduler(
        policy: .choosing(
          noteEvent: { [weak self] lane, event in
            self?.withProgress { progress in
              let effect = ChoiceLog.Effect(store: store, lane: lane)
              progress.log.note(event, of: effect)
              progress.actions?.note(event, of: effect)
            }
          }
        ) { [schedule, weak self] tasks in
          let (step, planned, isRandom) = self?.place ?? (0, 0, true)
          let number = counter.withLock { counter in
            if counter.step != step { counter = (step, 0) }
            defer { counter.number += 1 }
            return counter.number
          }
          let point = Schedule.Point(step: step, store: store, number: number)
          let choice =
            self?.leader(among: tasks)
            ?? (isRandom ? schedule.choice(at: point.moved(toStep: planned), of: tasks.count) : 0)
          let isFit = tasks.indices.contains(choice)
          let picked = isFit ? choice : 0
          self?.withProgress {
            $0.log.append(.init(point: point, tasks: tasks, picked: picked), isFit: isFit)
          }
          return picked
        }, overlap: overlap, waits: waits)
      state.schedulers.append(scheduler)
      return scheduler
    }
  }

  /// The number of steps that were taken, the number of the current step in the schedule, and whether random schedules
  /// choose between effects.
  private var place: (step: Int, planned: Int, isRandom: Bool) {
    withProgress { progress in
      let step = progress.log.stepCount
      let isRandom =
        schedule.seed == nil || !progress.isExploring || progress.style(of: schedule) > 1
      return (step, step + progress.skippedCount, isRandom)
    }
  }

  /// The position of the task whose effect acts next, if the schedule names that effect.
  private func leader(among tasks: [ReadyTask]) -> Int? {
    if schedule.leaders.isEmpty { return nil }
    return withProgress { progress in
      guard let actions = progress.actions, actions.events.count < schedule.leaders.count else {
        return nil
      }
      let leader = schedule.leaders[actions.events.count]
      return tasks.firstIndex { actions.name(ofLane: $0.lane) == leader }
    }
  }

  package func noteOrderRead() { withProgress { $0.actions?.noteOrderRead() } }

  /// The actions of the run, or of the last step in an exploration. `nil` if they were not recorded, or if not only the
  /// state can show their order.
  package var recordedActions: RecordedActions? {
    let histories = histories
    guard let order = progress.actions, order.isVisible, histories.count == 1 else { return nil }
    return histories[0].recorded(in: order)
  }

  /// Reads or changes the progress of the run. `body` must not run code of the app, because it holds the lock.
  func withProgress<R>(_ body: (inout RunProgress) -> R) -> R {
    state.withLock { body(&$0.progress) }
  }

  /// The progress up to now.
  var progress: RunProgress { withProgress { $0 } }

  /// The schedulers of all stores.
  var schedulers: [EffectScheduler] { state.withLock { $0.schedulers } }

  package func stepListener() -> ((_ action: Any, ActionSource, _ state: Any) -> Void)? {
    guard keepsHistories || recordsActions else { return nil }
    let history = StoreHistory()
    let kept = RuntimeConfined(history)
    state.withLock { $0.histories.append(kept) }
    return { [weak self] action, source, state in
      history.append(action, from: source, to: state)
      self?.withProgress { $0.actions?.didReduce(from: source) }
    }
  }

  /// The deviations that had no effect: the test did not reach their points, or had too few options there.
  var misfits: [Schedule.Point] { log.misfits(of: schedule) }
}
