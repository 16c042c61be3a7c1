// The runtime gives a task no public identity that both an executor and the task's own code can
// see. Its address is one, and it is only ever compared, never dereferenced. Should an address be
// reused, two tasks of one lane count as one, which errs towards waiting no longer than needed.

extension UnownedJob {
  var identity: UInt { unsafeBitCast(self, to: UInt.self) }

  /// Whether the job is no task's but an actor's, which then runs whatever has been asked of it.
  ///
  /// Tasks have a number and other jobs have none, which only the description tells. Should it ever
  /// say so in other words, the job counts as a task, and a `receive` of what cannot come waits for
  /// its timeout.
  var isTurnOfActor: Bool { description.hasSuffix("(id: nil)") }
}

func currentTaskIdentity() -> UInt {
  withUnsafeCurrentTask { $0.map(\.identity) ?? 0 }
}

extension UnsafeCurrentTask {
  var identity: UInt { unsafeBitCast(self, to: UInt.self) }
}
