import Synchronization

/// One `.run` effect from the moment it starts: where it was written, what started it, and how to
/// cancel it.
package final class RunningEffect: Sendable {
  /// The effect whose work the current task does.
  @TaskLocal package static var current: RunningEffect?

  package let origin: EffectOrigin
  package let lane: any EffectLane
  /// The group and the sequence of the effect.
  package let group: EffectGroup
  /// The ids under which the effect can be cancelled.
  package let cancelIDs: [CancelID]
  /// Whether the effect is cancelled with the child feature that it belongs to.
  package var isOfChild: Bool { cancelIDs.contains(where: \.isOfChild) }
  package let cancellations: CancellationRegistry
  private let task = CancellableTask()
  private let hasDismissed = Atomic(false)
  private let lacksEndpoint = Atomic(false)
  private let startedBeforeChange = Atomic(false)

  init(
    origin: EffectOrigin, lane: any EffectLane, group: EffectGroup, cancelIDs: [CancelID],
    cancellations: CancellationRegistry
  ) {
    self.origin = origin
    self.lane = lane
    self.group = group
    self.cancelIDs = cancelIDs
    self.cancellations = cancellations
  }

  /// Whether the effect has been cancelled as a whole; what it still sends is dropped.
  package var isCancelled: Bool { task.isCancelled }

  /// The cause that cancelled the effect, if not the test.
  package var cancellation: EffectCancellation? { task.cancellation }

  /// Whether the effect has dismissed its own feature.
  package var isDismissing: Bool { hasDismissed.load(ordering: .relaxed) }

  /// Whether the effect has had to do without the result of an endpoint, and that is reported.
  package var hasCalledUnimplementedEndpoint: Bool { lacksEndpoint.load(ordering: .relaxed) }

  func didCallUnimplementedEndpoint() {
    lacksEndpoint.store(true, ordering: .relaxed)
  }

  /// Whether the store's dependencies have changed since the effect started, which keeps those that it started with.
  var hasOlderDependencies: Bool { startedBeforeChange.load(ordering: .relaxed) }

  func dependenciesChanged() {
    startedBeforeChange.store(true, ordering: .relaxed)
  }

  deinit {
    lane.effectCannotSend()
  }

  /// Notes that the effect dismisses its own feature, which most likely cancels the effect. Returns
  /// whether it still can.
  @discardableResult
  package func willDismiss() -> Bool {
    hasDismissed.store(true, ordering: .relaxed)
    return !isCancelled
  }

  /// Reports an action that the effect can no longer send because it has dismissed its feature.
  ///
  /// Other cancellations intentionally drop late actions, and report no issue.
  func reportDropped(_ action: Any) {
    guard isCancelled, hasDismissed.load(ordering: .relaxed) else { return }
    Issues.report(EffectMessages.sentAfterDismissal(action), at: origin.callSite)
  }

  func attach(_ task: Task<Void, Never>) {
    self.task.attach(task)
  }

  /// Cancels the effect. Returns whether it had not been cancelled before.
  @discardableResult
  package func cancel(by cancellation: EffectCancellation? = nil) -> Bool {
    // The lane is notified before the task, whose last jobs may ask.
    task.cancel(by: cancellation) { lane.effectCannotSend() }
  }
}

/// Where an effect comes from: the line of its `.run`, and the step whose reduction returned it.
///
/// An object, so that each action that the effect sends costs a reference and no copy.
package final class EffectOrigin: Sendable {
  /// The effect's number in its runtime, in the order in which effects start.
  package let id: Int
  /// The name given to the `.run`, if one was.
  package let name: String?
  /// The line of the `.run` that describes the effect.
  package let callSite: CallSite
  /// The number of the step, sent or received, whose reduction returned the effect.
  package let step: Int

  package init(id: Int, name: String?, callSite: CallSite, step: Int) {
    self.id = id
    self.name = name
    self.callSite = callSite
    self.step = step
  }
}
