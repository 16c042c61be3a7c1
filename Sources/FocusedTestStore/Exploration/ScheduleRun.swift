import Core

/// One run of a test under a schedule. It gives each store that the test creates a policy, and records the
/// choices that the test meets.
package final class ScheduleRun: Sendable {
  /// The run that the current task belongs to.
  @TaskLocal package static var current: ScheduleRun?

  private struct State: Sendable {
    var trail = ScheduleTrail()
    /// The schedulers of the stores, in the order of their creation.
    var schedulers: [EffectScheduler] = []
    var histories: [RuntimeConfined<any StoreHistory>] = []
  }

  package let schedule: Schedule
  /// Whether what happens in the stores is kept, to be compared with another run.
  let keepsHistories: Bool
  private let state = Lock(State())

  package init(_ schedule: Schedule, keepingHistories keepsHistories: Bool = false) {
    self.schedule = schedule
    self.keepsHistories = keepsHistories
  }

  /// The choices so far.
  package var trail: ScheduleTrail {
    var (trail, schedulers) = state.withLock { ($0.trail, $0.schedulers) }
    for (store, scheduler) in schedulers.enumerated() {
      trail.senders.formUnion(scheduler.senders.map { .init(store: store, lane: $0) })
    }
    return trail
  }

  /// What happened in the stores, in the order of their creation.
  var histories: [any StoreHistory] { state.withLock { $0.histories }.map(\.value) }

  /// An effect that took part in a choice.
  func origin(of effect: ScheduleTrail.Effect) -> EffectOrigin? {
    state.withLock { $0.schedulers }[effect.store].origin(ofLane: effect.lane)
  }

  /// The scheduler of a store that is created now.
  package func makeScheduler() -> EffectScheduler {
    state.withLock { state in
      let store = state.schedulers.count
      let number = Lock(0)
      let scheduler = EffectScheduler(
        policy: .choosing { [weak self] lanes in
          let number = number.withLock { number in
            defer { number += 1 }
            return number
          }
          return self?.choose(between: lanes, at: .init(store: store, number: number)) ?? 0
        })
      state.schedulers.append(scheduler)
      return scheduler
    }
  }

  private func choose(between lanes: [Int], at point: Schedule.Point) -> Int {
    let choice = schedule.choice(at: point, of: lanes.count)
    let isFit = lanes.indices.contains(choice)
    let picked = isFit ? choice : 0
    state.withLock { state in
      if !isFit { state.trail.noteMisfit(at: point) }
      state.trail.append(.init(point: point, lanes: lanes, picked: picked))
    }
    return picked
  }

  func add(_ history: any StoreHistory) {
    let history = RuntimeConfined(history)
    state.withLock { $0.histories.append(history) }
  }

  /// The deviations at points that the test did not meet, or where too few effects were ready.
  var misfits: [Schedule.Point] {
    let trail = trail
    let met = Set(trail.choices.map(\.point))
    return trail.misfits + schedule.deviations.keys.filter { !met.contains($0) }.sorted()
  }
}
