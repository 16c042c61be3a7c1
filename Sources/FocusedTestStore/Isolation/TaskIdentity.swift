// The runtime gives a task no public identity that both an executor and the task's own code can
// see. Its address is one, and it is only ever compared, never dereferenced. Should an address be
// reused, two tasks of one lane count as one, which errs towards waiting no longer than needed.

extension UnownedJob {
  var identity: UInt { unsafeBitCast(self, to: UInt.self) }

  /// Whether the job is no task's but an actor's, which then runs whatever has been asked of it.
  ///
  /// Tasks have a number and other jobs have none. The job's description says so, too, and takes microseconds.
  var isTurnOfActor: Bool { taskNumber(self) == 0 }
}

/// The number of the task that a job is of, or 0. What the standard library describes a job by.
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

/// The flags of a task. What the standard library reads a task's priority from.
@_silgen_name("swift_task_getJobFlags")
private func jobFlags(of task: UInt) -> UInt
