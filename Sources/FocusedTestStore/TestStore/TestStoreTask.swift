import Core

/// The effects that follow from one `send`: those that it started, and those of the actions that
/// they sent.
///
/// ```swift
/// let task = await store.send(.watchMood)
/// await store.send(.changeMood(3)) { $0.mood = 3 }
/// await task.cancel()
/// ```
public struct TestStoreTask: Sendable {
  /// The effects, or `nil` if the `send` started none.
  var group: EffectGroup?
  let scheduler: EffectScheduler
  var timeout = Duration.zero
  /// Concludes a wait for the end of the effects.
  var didWait: RuntimeConfined<(_ effects: [RunningEffect], WaitOutcome, CallSite) -> Void>?

  /// Whether the effects have been cancelled by ``cancel(fileID:filePath:line:column:)``.
  public var isCancelled: Bool { group?.isCancelled ?? false }

  /// Whether all of the effects have ended, including those of the actions that they sent.
  ///
  /// For an effect that must continue, write `#expect(!task.isFinished)`.
  public var isFinished: Bool {
    group.map { $0.isFinished && effectsWithTasks.isEmpty } ?? true
  }

  /// Cancels the effects, and runs them until they are idle.
  nonisolated(nonsending) public func cancel(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if scheduler.refuseFromInside(.taskCancel, at: callSite) { return }
    await scheduler.exclusively { work in
      work.asOwn {
        group?.cancel()
        for effect in effectsWithTasks { effect.cancel() }
      }
      await work.drain()
    }
  }

  /// Asserts that the effects end, and waits for those that can.
  ///
  /// Reports an issue at once if only the test can wake an effect.
  ///
  /// - Parameter timeout: The longest time to wait for external events. The default is the store's
  ///   ``TestStore/timeout``.
  nonisolated(nonsending) public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let group, !scheduler.refuseFromInside(.taskFinish, at: callSite) else { return }
    await scheduler.exclusively { work in
      let outcome = await work.wait(
        atMost: timeout ?? self.timeout,
        couldHappen: { (group.effects + effectsWithTasks).contains { !$0.executor.isParked } },
        until: { group.isFinished && effectsWithTasks.isEmpty })
      if outcome == .storeEnded { return }
      didWait?.value(group.effects + effectsWithTasks, outcome, callSite)
    }
  }

  /// The effects that ended before tasks that they started.
  private var effectsWithTasks: [RunningEffect] {
    scheduler.effectsWithTasks.filter { $0.group === group }
  }
}
