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
