import Core
import FocusedTestStore

/// Chooses between the ready tasks of one store by a pure function of these tasks.
package final class TaskChooser: WorkChooser {
  /// Returns the index of one of the ready tasks.
  ///
  /// The first task is the one that would run without a chooser. The others are in the order in which they became ready.
  package typealias Choice = @Sendable (_ ready: [ReadyTask]) -> Int

  /// An event of an effect.
  package enum Event: Sendable {
    /// The effect sends an action, calls a stub, or performs another operation that other effects can observe.
    case acted
    /// The effect ends because it was cancelled.
    case wasCancelled
    /// The effect's next operation depends on work that the store doesn't own, or on an actor that another effect uses.
    case dependsOnExternalWork
  }

  private struct State {
    var tasks: ReadyTasks<Work>
    /// The effects, by their numbers.
    var origins: [Int: EffectOrigin] = [:]
    /// The effect for which an actor runs its pending calls.
    var inActor: Int?
  }

  private let choice: Choice
  private let noteEvent: (@Sendable (_ effect: Int, Event) -> Void)?
  private let state: Lock<State>

  /// - Parameter noteEvent: Called with the number of an effect, and its event.
  package init(
    noteEvent: (@Sendable (_ effect: Int, Event) -> Void)? = nil, _ choice: @escaping Choice
  ) {
    self.choice = choice
    self.noteEvent = noteEvent
    state = Lock(State(tasks: ReadyTasks(choosing: choice)))
  }

  /// Chooses at random among the tasks that are ready. A seed gives the same choices in each run.
  convenience init(shuffledBy seed: UInt64) {
    let random = Lock(StableHash(seed))
    self.init { tasks in
      let count = UInt64(tasks.count)
      return random.withLock { random in
        random.combine(count)
        return Int(random.value % count)
      }
    }
  }

  /// An effect of the store that has had work.
  func origin(ofEffect number: Int) -> EffectOrigin? { state.withLock { $0.origins[number] } }

  // MARK: - The queue

  package var ready: [Work] { state.withLock { $0.tasks.jobs } }

  package func append(_ work: Work) {
    let effect = work.lane.origin
    // A task that waits for an actor is no longer the current one.
    if work.isTurnOfActor, CurrentTask.identity == 0 { noteEvent?(effect.id, .acted) }
    state.withLock { state in
      state.origins[effect.id] = effect
      state.tasks.append(work, of: work.readyTask)
    }
  }

  package func accept(_ incoming: [Work]) {
    for work in incoming {
      let effect = work.lane.origin
      if work.isTurnOfActor { noteEvent?(effect.id, .acted) }
      // One job may come from an answer of the test. The order of several depends on other threads.
      if work.isExternalSend || incoming.count > 1 { noteEvent?(effect.id, .dependsOnExternalWork) }
      state.withLock { state in
        state.origins[effect.id] = effect
        state.tasks.appendIncoming(work, of: work.readyTask)
      }
    }
  }

  package func removeNext() -> Work? {
    // Other effects that use the actor may depend on its work.
    if let effect = state.withLock({ $0.inActor.take() }) { noteEvent?(effect, .acted) }
    return state.withLock { state in
      let work = state.tasks.removeNext()
      if let work, work.isTurnOfActor { state.inActor = work.lane.origin.id }
      return work
    }
  }

  package func removeAll() -> [Work] { state.withLock { $0.tasks.removeAll() } }

  // MARK: - Effects

  nonisolated(nonsending) package func letOthersRun(
    before lane: ExecutorLane, onlyIfNew: Bool
  ) async {
    guard lane.scheduler.isRunningOnThisThread else { return }
    let effect = lane.origin.id
    if leavesByYielding(from: #isolation) {
      noteEvent?(effect, .dependsOnExternalWork)
      return
    }
    let (othersRun, areReady) = state.withLock { state in
      (
        state.tasks.interrupts(effect, onlyIfNew: onlyIfNew), state.tasks.count > 0
      )
    }
    // There is no choice while an actor runs work for another effect.
    if areReady, lane.scheduler.runningEffect?.id != effect {
      noteEvent?(effect, .dependsOnExternalWork)
    }
    if othersRun { await Task.yield() }
  }

  /// Whether the current task would continue outside the store's queue. In an actor, only a task that prefers its lane
  /// returns to the queue at once.
  private func leavesByYielding(from isolation: (any Actor)?) -> Bool {
    isolation != nil && !MainQueue.isMainActor(isolation)
      && withUnsafeCurrentTask { $0?.unownedTaskExecutor == nil }
  }

  package func didAct(_ lane: ExecutorLane) { noteEvent?(lane.origin.id, .acted) }

  package func didCancel(_ lane: ExecutorLane) { noteEvent?(lane.origin.id, .wasCancelled) }

  // MARK: - Other choices

  package func choose(between tasks: [ReadyTask]) -> Int {
    let index = choice(tasks)
    noteEvent?(tasks[index].lane, .acted)
    return index
  }
}
