import FocusedTestStore
import Synchronization

/// The floor for starting one effect: a task on an executor that is drained inline.
final class InlineExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  func drain() {
    while let job = jobs.withLock({ $0.popLast() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// Y1: create a task with an executor preference, and drain that executor inline, once.
func yardstick1(_ count: Int) {
  let executor = InlineExecutor()
  for _ in 0..<count {
    Task(executorPreference: executor) {}
    executor.drain()
  }
}

/// Y2: call the reducer directly, keep the previous state, and compare the two.
func yardstick2<R: Reducer>(_ reducer: R, state: R.State, action: R.Action, _ count: Int)
where R.State: Equatable {
  var state = state
  var differences = 0
  for _ in 0..<count {
    let previous = state
    _ = reducer.reduce(into: &state, action: action)
    if areDifferent(previous, state) { differences += 1 }
  }
  precondition(differences == count, "The reducer must change the state (\(differences) times)")
}

/// Not inlined, because the optimizer could then see that the reducer changes only a number beside
/// the array, and remove the comparison.
@inline(never)
private func areDifferent<State: Equatable>(_ lhs: State, _ rhs: State) -> Bool { lhs != rhs }
