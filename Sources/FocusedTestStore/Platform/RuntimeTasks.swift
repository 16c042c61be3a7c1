import Core
import Dispatch
import Foundation
import Synchronization

// The runtime gives a task no public identity that is visible both to an executor and to the task's own code. The address
// of the task serves as its identity while the store keeps the task alive, and its number for all time.

extension UnownedJob {
  /// The job of a task that is alive.
  init(identity: UInt) { self = unsafeBitCast(identity, to: UnownedJob.self) }

  /// The address of the job, which is that of the task, if it is the job of a task.
  var identity: UInt { unsafeBitCast(self, to: UInt.self) }

  /// The number of the job's task. The numbers of tasks increase in the order in which they are created.
  ///
  /// `nil` if the job belongs to an actor, which then runs its pending calls, or to a task that yields. The job's
  /// description contains the number, too, but takes microseconds.
  var taskNumber: UInt64? {
    let number = number(ofTask: identity)
    return number == 0 ? nil : number
  }

  /// Whether the job belongs to an actor, which then runs its pending calls.
  var isTurnOfActor: Bool { taskNumber == nil && !TaskState.isYield(self) }

  /// A number that differs between jobs of tasks, turns of actors, and yields.
  var kind: UInt8 { UInt8(truncatingIfNeeded: flags(of: identity)) }

  /// Whether the job's task is one that another task awaits: a task of `async let`, or of a task group.
  var isOfChildTask: Bool { flags(of: identity) & (1 << 24) != 0 }

  /// Whether the memory of the job's task is a part of its parent's.
  var isOfAsyncLet: Bool { isOfChildTask && flags(of: identity) & (1 << 26) == 0 }

  /// The task of the job, which keeps the task alive. Only for a job with a task.
  var task: Task<Void, Never> { unsafeBitCast(self, to: Task<Void, Never>.self) }
}

/// The current task.
package enum CurrentTask {
  /// The address of the task, or 0.
  package static var identity: UInt {
    withUnsafeCurrentTask { $0?.identity ?? 0 }
  }

  /// The number of the task, or 0.
  static var number: UInt64 {
    let identity = identity
    return identity == 0 ? 0 : FocusedTestStore.number(ofTask: identity)
  }
}

/// The executor of an empty task, which only shows how far the numbers of tasks have come.
final class NumberedTask: TaskExecutor {
  private let number = Atomic<UInt64>(.max)

  /// A number that is lower than that of each task that is created later.
  static var next: UInt64 {
    let executor = NumberedTask()
    _ = Task(executorPreference: executor) {}
    return executor.number.load(ordering: .relaxed)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    number.store(job.taskNumber ?? .max, ordering: .relaxed)
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}

extension UnsafeCurrentTask {
  var identity: UInt { unsafeBitCast(self, to: UInt.self) }
}

extension Task<Void, Never> {
  var identity: UInt { unsafeBitCast(self, to: UInt.self) }
}

/// The number of a task, or 0 for a job without a task. The standard library uses it in a job's description.
@_silgen_name("swift_task_getJobTaskId")
private func number(ofTask task: UInt) -> UInt64

/// The flags of a job. The standard library reads a task's priority from them.
@_silgen_name("swift_task_getJobFlags")
private func flags(of job: UInt) -> UInt

/// An object that counts the tasks of an effect, including those that the store doesn't own.
///
/// `Task {}` copies the task-local values of the task that calls it, and its task releases them when it ends. Child
/// tasks use the values of their parent. So the references to a task-local object count the effect's own task and the
/// tasks that started with `Task {}`. `Task.detached` copies nothing.
final class TaskToken: Sendable {
  // The value isn't read, because a reference to it would count as a task.
  @TaskLocal private static var current: TaskToken?

  /// Creates a token, and one reference to it, which the caller releases.
  static func retained() -> Unmanaged<TaskToken> { .passRetained(TaskToken()) }

  /// Creates tasks that the token counts.
  static func withToken<R>(_ token: Unmanaged<TaskToken>, makeTask: () -> R) -> R {
    $current.withValue(token.takeUnretainedValue(), operation: makeTask)
  }

  /// The number of tasks that hold a token.
  static func taskCount(_ token: Unmanaged<TaskToken>) -> Int {
    // Passed by address, because a strong reference, which a debug build creates for a call, would
    // count as a task.
    retainCount(token.toOpaque()) - 1
  }
}

/// The number of strong references to an object. The standard library declares this function for debuggers.
@_silgen_name("swift_retainCount")
private func retainCount(_ object: UnsafeMutableRawPointer) -> Int

/// The queue of the main actor.
package enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether code runs on the queue. The thread doesn't matter, because on Linux any thread may serve the queue.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }

  @inline(never) package static func isMainActor(_ isolation: (any Actor)?) -> Bool {
    isolation === MainActor.shared
  }
}

/// The state of a task that doesn't run on this thread, as the runtime records it.
enum TaskState: Equatable {
  case ended
  case running
  /// The task waits for a turn on an executor.
  ///
  /// - Parameter isOnCustomExecutor: Whether the executor has a queue of its own, which Swift's runtime doesn't run.
  case enqueued(isOnCustomExecutor: Bool)
  case awaitsTask(UInt)
  case awaitsGroup
  /// The task yields, so that the runtime resumes it.
  case yields
  /// The task waits for something else.
  case waits

  /// The state of a task, or `nil` if the runtime's records can't be read on this system.
  ///
  /// The task must be alive. Its state may have changed when the function returns.
  static func of(_ task: UInt) -> TaskState? { TaskLayout.known?.state(of: task) }

  /// Whether a job without a task only ends a yield. Otherwise, an actor runs its pending calls in it.
  static func isYield(_ job: UnownedJob) -> Bool { TaskLayout.known?.kindOfYield == job.kind }
}

/// Where the runtime records what a task does. Nothing of it is assumed: an experiment with tasks of its own finds each
/// position, or the store does without the records. They are only read.
///
/// It was never run on an Apple platform. The positions depend on the version of the runtime, not on its options.
struct TaskLayout {
  static let known: TaskLayout? = TaskLayout.measured()

  /// The offset of the flags in a task, and the flags.
  private var flagsOffset = 0
  private var ended: UInt32 = 0
  private var running: UInt32 = 0
  private var enqueued: UInt32 = 0
  /// The positions, in the innermost record of a waiting task, of the awaited object, and of its kind.
  private var awaited = 0
  private var kind = 0
  private var kindOfTask: UInt32 = 0
  private var kindOfContinuation: UInt32 = 0
  private var kindOfGroup: UInt32 = 0
  private var kindOfExecutor: UInt32 = 0
  /// The address of the code after the suspension of `Task.yield`, and the kind of the job that ends the suspension.
  private var yield: UInt = 0
  fileprivate var kindOfYield: UInt8 = 0

  func state(of task: UInt) -> TaskState {
    while true {
      let flags = Memory.flags(at: task, flagsOffset)
      let state = state(of: task, with: flags)
      // Another thread may resume the task in between.
      if Memory.flags(at: task, flagsOffset) == flags { return state }
    }
  }

  private func state(of task: UInt, with flags: UInt32) -> TaskState {
    if flags & ended != 0 { return .ended }
    if flags & running != 0 { return .running }
    let record = record(of: task)
    let kind = record == 0 ? 0 : kind(ofRecord: record)
    if flags & enqueued != 0 {
      let isOnCustomExecutor = kind == kindOfExecutor && Memory.word(at: record, awaited + 1) != 0
      return .enqueued(isOnCustomExecutor: isOnCustomExecutor)
    }
    switch kind {
    case kindOfTask: return .awaitsTask(Memory.word(at: record, awaited))
    case kindOfGroup: return .awaitsGroup
    case kindOfContinuation where codeAfterSuspension(of: task) == yield:
      return .yields
    default: return .waits
    }
  }

  private func record(of task: UInt) -> UInt { Memory.word(at: task + UInt(flagsOffset), 1) }

  private func kind(ofRecord record: UInt) -> UInt32 {
    UInt32(truncatingIfNeeded: Memory.word(at: record, kind))
  }

  /// The address of the code that continues a task which waits for its continuation.
  private func codeAfterSuspension(of task: UInt) -> UInt {
    Memory.word(at: Memory.word(at: record(of: task), awaited), 1)
  }

  /// Runs tasks step by step, and compares what the runtime records. Returns `nil` if a comparison is not as expected.
  private static func measured() -> TaskLayout? {
    let bench = TaskBench()
    defer {
      bench.wake()
      bench.run()
    }
    var layout = TaskLayout()

    // The word that shows that a task is cancelled also shows whether it is enqueued, runs, or has ended.
    let runningWords = Lock<[UInt32]>([])
    let subject = bench.start {
      let words = Memory.header(ofTask: CurrentTask.identity)
      runningWords.withLock { $0 = words }
      await bench.park()
    }
    let waiting = Memory.header(ofTask: subject.identity)
    subject.cancel()
    let cancelled = Memory.header(ofTask: subject.identity)
    bench.wake()
    let enqueued = Memory.header(ofTask: subject.identity)
    bench.run()
    let ended = Memory.header(ofTask: subject.identity)
    let running = runningWords.withLock { $0 }
    // The first words are the header of an object and of a job.
    let flagOfCancelled: UInt32 = 0x100
    guard
      let index = (16..<64).first(where: {
        waiting[$0] ^ cancelled[$0] == flagOfCancelled && cancelled[$0] & flagOfCancelled != 0
      })
    else { return nil }
    layout.flagsOffset = index * 4
    let idle = waiting[index] | cancelled[index]
    layout.enqueued = enqueued[index] & ~idle
    layout.running = running[index] & ~idle & ~enqueued[index]
    layout.ended = ended[index] & ~idle & ~enqueued[index] & ~running[index]
    guard [layout.enqueued, layout.running, layout.ended].allSatisfy({ $0.nonzeroBitCount == 1 })
    else { return nil }

    // Tasks that wait for a continuation, for a task, for a group, and for the end of a yield.
    let parked = bench.start { await bench.park() }
    let waiter = bench.start { await parked.value }
    let group = bench.start {
      await withTaskGroup(of: Void.self) { group in group.addTask { await parked.value } }
    }
    let yielding = bench.start(stepsAhead: 1) { await Task.yield() }
    let records = [waiter, parked, group].map { layout.record(of: $0.identity) }
    guard !records.contains(0),
      let awaited = (2..<6).first(where: {
        Memory.word(at: records[0], $0) == parked.identity
      }),
      let kind = (awaited + 1..<awaited + 5).first(where: { word in
        let kinds = Set(records.map { UInt32(truncatingIfNeeded: Memory.word(at: $0, word)) })
        return kinds.count == 3 && kinds.allSatisfy { $0 < 16 }
      })
    else { return nil }
    (layout.awaited, layout.kind) = (awaited, kind)
    let kinds = records.map(layout.kind(ofRecord:))
    (layout.kindOfTask, layout.kindOfContinuation, layout.kindOfGroup) =
      (kinds[0], kinds[1], kinds[2])
    layout.yield = layout.codeAfterSuspension(of: yielding.identity)
    layout.kindOfYield = bench.nextJob?.kind ?? 0
    guard layout.yield != 0, layout.yield != layout.codeAfterSuspension(of: parked.identity)
    else { return nil }
    bench.wake()
    layout.kindOfExecutor = layout.kind(ofRecord: layout.record(of: parked.identity))
    return kinds.contains(layout.kindOfExecutor) ? nil : layout
  }
}

/// Memory of the runtime, which only the engine reads.
private enum Memory {
  static func word(at address: UInt, _ index: Int) -> UInt {
    UnsafeRawPointer(bitPattern: address).map { ($0 + index * 8).load(as: UInt.self) } ?? 0
  }

  static func flags(at address: UInt, _ offset: Int) -> UInt32 {
    UnsafeRawPointer(bitPattern: address).map { ($0 + offset).load(as: UInt32.self) } ?? 0
  }

  static func header(ofTask task: UInt) -> [UInt32] { (0..<64).map { flags(at: task, $0 * 4) } }
}

/// An executor that runs tasks of an experiment step by step, on the calling thread.
private final class TaskBench: TaskExecutor {
  private let jobs = Lock<[UnownedJob]>([])
  private let parked = Lock<UnsafeContinuation<Void, Never>?>(nil)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Starts a task, and runs its jobs: all of them, or as many as given.
  func start(
    stepsAhead: Int = .max, _ operation: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    let task = Task(executorPreference: self) { await operation() }
    run(atMost: stepsAhead)
    return task
  }

  /// The job that runs next.
  var nextJob: UnownedJob? { jobs.withLock { $0.first } }

  func run(atMost limit: Int = .max) {
    var count = 0
    while count < limit, let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
      count += 1
    }
  }

  /// Suspends the current task until ``wake()``.
  nonisolated(nonsending) func park() async {
    await withUnsafeContinuation { continuation in parked.withLock { $0 = continuation } }
  }

  /// Makes the parked task ready.
  func wake() {
    parked.withLock { $0.take() }?.resume()
  }
}
