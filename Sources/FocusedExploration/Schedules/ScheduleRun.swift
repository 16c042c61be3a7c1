import Core
import FocusedTestStore

/// One run of a test under a schedule. It gives a chooser to each store that the test creates, and records the choices.
package final class ScheduleRun: ScheduledRun {
  /// The run that the current task belongs to.
  package static var current: ScheduleRun? { CurrentRun.value as? ScheduleRun }

  package let schedule: Schedule
  /// Whether the run keeps the steps of the stores and of the user, for a comparison with another run, or for printing.
  let keepsHistories: Bool
  /// Whether stores run as in a test without schedules.
  let isPlain: Bool
  /// The purpose of the run.
  let role: RunRole
  /// The data that the runs of an exploration share.
  let record: ExplorationRecord?
  private let state = Lock(RunProgress())

  /// - Parameter isPlain: Whether stores run as without schedules, even if the process shuffles.
  package init(
    _ schedule: Schedule, keepingHistories keepsHistories: Bool = false,
    record: ExplorationRecord? = nil, role: RunRole = .usual, isPlain: Bool = false
  ) {
    self.schedule = schedule
    self.keepsHistories = keepsHistories
    self.record = record
    self.role = role
    self.isPlain = isPlain
  }

  /// The choices so far.
  package var log: ChoiceLog { withProgress { $0.log } }

  /// Whether the test has created a store.
  var hasStores: Bool { withProgress { !$0.schedulers.isEmpty } }

  /// The histories of the stores, in the order of their creation.
  var histories: [StoreHistory] { withProgress { $0.histories }.map(\.value) }

  /// An effect that took part in a choice.
  func origin(of effect: ChoiceLog.Effect) -> EffectOrigin? {
    (schedulers[effect.store].chooser as? TaskChooser)?.origin(ofEffect: effect.lane)
  }

  package func makeScheduler(waits: (any CallListener)?) -> EffectScheduler {
    if isPlain { return EffectScheduler(waits: waits) }
    return withProgress { progress in
      let store = progress.schedulers.count
      let counter = Lock((step: 0, number: 0))
      // A store may outlive the run in which it was created. It follows the schedule to the end.
      let chooser = TaskChooser(
        noteEvent: { [weak self] lane, event in
          self?.withProgress { $0.log.note(event, of: .init(store: store, lane: lane)) }
        },
        { [schedule, weak self] tasks in
          let (step, planned, isRandom) = self?.position ?? (0, 0, true)
          let number = counter.withLock { counter in
            if counter.step != step { counter = (step, 0) }
            defer { counter.number += 1 }
            return counter.number
          }
          let point = Schedule.Point(step: step, store: store, number: number)
          let choice =
            isRandom ? schedule.choice(at: point.moved(toStep: planned), of: tasks.count) : 0
          let isFit = tasks.indices.contains(choice)
          let picked = isFit ? choice : 0
          self?.withProgress {
            $0.log.append(.init(point: point, tasks: tasks, picked: picked), isFit: isFit)
          }
          return picked
        })
      let scheduler = EffectScheduler(chooser: chooser, waits: waits)
      progress.schedulers.append(scheduler)
      return scheduler
    }
  }

  /// The number of steps that were taken, the number of the current step in the schedule, and whether random schedules
  /// choose between effects.
  private var position: (step: Int, planned: Int, isRandom: Bool) {
    withProgress { progress in
      let step = progress.log.stepCount
      let isRandom =
        schedule.seed == nil || !progress.isExploring || progress.style(of: schedule) > 1
      return (step, step + progress.skippedCount, isRandom)
    }
  }

  /// Reads or changes the progress of the run. `body` must not run code of the app, because it holds the lock.
  func withProgress<R>(_ body: (inout RunProgress) -> R) -> R {
    state.withLock { body(&$0) }
  }

  /// The progress up to now.
  var progress: RunProgress { withProgress { $0 } }

  /// The schedulers of all stores.
  var schedulers: [EffectScheduler] { withProgress { $0.schedulers } }

  package func stepListener() -> ((_ action: Any, ActionSource) -> Void)? {
    guard keepsHistories else { return nil }
    let history = StoreHistory()
    let kept = RuntimeConfined(history)
    withProgress { $0.histories.append(kept) }
    return history.append
  }

  /// The deviations that had no effect: the test did not reach their points, or had too few options there.
  var misfits: [Schedule.Point] { log.misfits(of: schedule) }
}
