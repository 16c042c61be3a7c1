// The runtime gives a task no public identity that both an executor and the task's own code can
// see. Its address is one, and it is only ever compared, never dereferenced. If an address is
// reused, two tasks of one lane count as one. The store then waits less, never too long.

extension UnownedJob {
  var identity: UInt { unsafeBitCast(self, to: UInt.self) }

  /// Whether the job belongs to an actor, which then runs its pending calls, and not to a task.
  ///
  /// Tasks have a number and other jobs have none. The job's description shows this too, but takes
  /// microseconds.
  var isTurnOfActor: Bool { taskNumber(self) == 0 }
}

/// The number of the task that a job is of, or 0. The standard library uses it in a job's
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
