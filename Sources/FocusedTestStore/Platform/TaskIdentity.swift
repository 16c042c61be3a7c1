import Foundation

// The runtime gives a task no public identity that is visible both to an executor and to the task's own code. The
// address of the task serves as its identity. It is only compared, never dereferenced. If an address is reused, two
// tasks of one lane count as one. The store then waits less, never too long.

extension UnownedJob {
  var identity: UInt { unsafeBitCast(self, to: UInt.self) }

  /// Whether the job belongs to an actor, which then runs its pending calls, rather than to a task.
  ///
  /// Tasks have a number, and other jobs have none. The job's description contains the number, too, but takes
  /// microseconds.
  var isTurnOfActor: Bool { taskNumber(self) == 0 }
}

/// The number of the task that a job belongs to, or 0. The standard library uses it in a job's
/// description.
@_silgen_name("swift_task_getJobTaskId")
private func taskNumber(_ job: UnownedJob) -> UInt64

func currentTaskIdentity() -> UInt {
  withUnsafeCurrentTask { $0.map(\.identity) ?? 0 }
}

extension UnsafeCurrentTask {
  var identity: UInt { unsafeBitCast(self, to: UInt.self) }

  /// Whether another task awaits this one: a task of `async let`, or of a task group.
  var isChildTask: Bool { jobFlags(of: identity) & (1 << 24) != 0 }
}

/// The flags of a task. The standard library reads a task's priority from them.
@_silgen_name("swift_task_getJobFlags")
private func jobFlags(of task: UInt) -> UInt

/// An object that counts the tasks of an effect.
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

/// The number of the current thread, which two pieces of synchronous code share if they run on the same thread.
///
/// A task's identity isn't sufficient. A task that hops to another executor can run there while its previous
/// thread is still returning from the job.
func currentThreadIdentity() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}
