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
  private let tree: EffectTree?
  private let scheduler: EffectScheduler
  private let timeout: Duration

  init(tree: EffectTree?, scheduler: EffectScheduler, timeout: Duration) {
    self.tree = tree
    self.scheduler = scheduler
    self.timeout = timeout
  }

  /// Whether the effects have been cancelled by ``cancel()``.
  public var isCancelled: Bool { tree?.isCancelled ?? false }

  /// Cancels the effects, and returns when they have had their chance to end.
  nonisolated(nonsending) public func cancel() async {
    tree?.cancel()
    await scheduler.settle()
  }

  /// Requires the effects to end, waiting for those that can.
  ///
  /// It waits for events from outside, for `timeout` at most, or else for the store's. An effect that
  /// only the test could wake is an issue at once.
  nonisolated(nonsending) public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    guard let tree else { return }
    let timeout = timeout ?? self.timeout
    let outcome = await scheduler.wait(
      atMost: timeout,
      couldHappen: { tree.effects.contains { !$0.isParked } },
      until: { tree.isFinished })
    guard outcome != .happened else { return }
    Issues.report(
      FailureMessages.notFinished(
        tree.effects.map { InFlightEffect($0) }, waited: outcome == .timedOut ? timeout : nil),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
