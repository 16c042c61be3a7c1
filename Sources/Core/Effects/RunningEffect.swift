/// A `.run` effect that has started: its location in the source, its cause, and the means to cancel it.
package final class RunningEffect: Sendable {
  /// The effect whose work the current task does.
  @TaskLocal package static var current: RunningEffect?

  package let origin: EffectOrigin
  package let lane: any EffectLane
  /// The group that the effect belongs to.
  package let group: EffectGroup
  /// The IDs under which the effect can be cancelled.
  package let cancelIDs: [CancelID]
  /// Whether the effect is cancelled with the child feature that it belongs to.
  package var isOfChild: Bool { cancelIDs.contains(where: \.isOfChild) }
  package let cancellations: CancellationRegistry
  private let progress = Lock(Progress())

  private struct Progress {
    /// Cancels the work, from when the work has started until it is cancelled.
    var cancelWork: (@Sendable () -> Void)?
    var hasEnded = false
    var hasActed = false
    var isCancelled = false
    var cancellation: EffectCancellation?
    var isDismissing = false
    var hasCalledUnimplementedEndpoint = false
  }

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

  /// Whether the effect has been cancelled as a whole. Its later actions are dropped.
  package var isCancelled: Bool { progress.withLock(\.isCancelled) }

  /// The cause of the cancellation of the effect, or else of a part of it, unless the test cancelled it.
  package var cancellation: EffectCancellation? { progress.withLock(\.cancellation) }

  /// Whether the effect has no task, has sent no action, and has ended no other effect that isn't passive.
  ///
  /// Another library starts such work for its own purposes, for example to wait for the dismissal of a child.
  package var isPassive: Bool { !progress.withLock(\.hasActed) && !lane.hasTasks }

  /// Records that the effect has sent an action, or ended another effect.
  func didAct() { progress.withLock { $0.hasActed = true } }

  func didCancelPart(by cancellation: EffectCancellation) {
    progress.withLock { if !$0.isCancelled { $0.cancellation = cancellation } }
  }

  /// Whether the effect has dismissed its own feature.
  package var isDismissing: Bool { progress.withLock(\.isDismissing) }

  /// Whether the effect has called an unimplemented endpoint, which was reported.
  package var hasCalledUnimplementedEndpoint: Bool {
    progress.withLock(\.hasCalledUnimplementedEndpoint)
  }

  func didCallUnimplementedEndpoint() {
    progress.withLock { $0.hasCalledUnimplementedEndpoint = true }
  }

  deinit {
    lane.effectCannotSend()
  }

  /// Records that the effect dismisses its own feature, which most likely cancels the effect. Returns whether it can
  /// still dismiss the feature. Called in the isolation of reducers, so that no other event can end the effect before.
  package func willDismiss() -> Bool {
    progress.withLock { progress in
      if progress.isCancelled { return false }
      progress.isDismissing = true
      return true
    }
  }

  /// Reports an action that the effect can no longer send because it has dismissed its feature.
  ///
  /// Other cancellations drop late actions on purpose, without an issue.
  func reportDropped(_ action: Any) {
    guard isCancelled, isDismissing else { return }
    Issues.report(
      EffectMessages.sentAfterDismissal(action, byEffectNamed: origin.name), at: origin.callSite)
  }

  /// Stores how the effect's work is cancelled, after it has started. Cancels the work if the effect has been cancelled since.
  func attach(cancelWork: @escaping @Sendable () -> Void) {
    let isCancelled = progress.withLock { progress in
      if !progress.isCancelled, !progress.hasEnded { progress.cancelWork = cancelWork }
      return progress.isCancelled
    }
    if isCancelled { cancelWork() }
  }

  /// Records that the work is over. Returns whether it had not ended before.
  func endWork() -> Bool {
    let (cancelWork, isFirst) = progress.withLock { progress in
      defer { (progress.cancelWork, progress.hasEnded) = (nil, true) }
      return (progress.cancelWork, !progress.hasEnded)
    }
    // The closure is released after the lock, because that may run code of the app.
    _ = consume cancelWork
    return isFirst
  }

  /// Cancels the effect, now or as soon as its work has started. Returns whether it had not been cancelled before.
  @discardableResult
  package func cancel(by cancellation: EffectCancellation? = nil) -> Bool {
    let (cancelWork, isFirst) = progress.withLock { progress in
      let isFirst = !progress.isCancelled
      if isFirst { progress.cancellation = cancellation }
      progress.isCancelled = true
      defer { progress.cancelWork = nil }
      return (progress.cancelWork, isFirst)
    }
    // The lane is notified before the task is cancelled, because the task's last jobs may read the
    // lane.
    lane.effectCannotSend()
    cancelWork?()
    return isFirst
  }
}

/// The origin of an effect: the line of its `.run`, and the step whose reduction returned it.
///
/// An object, so that each action of the effect costs a reference instead of a copy.
package final class EffectOrigin: Sendable {
  /// The effect's number in its runtime, in the order in which effects start.
  package let id: Int
  /// The name of the `.run`, if it has one.
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

extension [RunningEffect] {
  /// Removes an effect from effects in the order in which they started. Returns `nil` if it is not among them.
  @discardableResult
  mutating func remove(_ origin: EffectOrigin) -> RunningEffect? {
    let position = partitioningIndex { $0.origin.id >= origin.id }
    guard position < count, self[position].origin === origin else { return nil }
    return remove(at: position)
  }
}

extension Array {
  /// The first position whose element meets a condition, in an array in which all elements that meet it
  /// follow those that don't.
  ///
  /// - Complexity: O(log *n*), where *n* is the length of the array.
  @inlinable
  package func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (lower, upper) = (0, count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if isBehind(self[middle]) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}

/// Everything that follows from one sent action: its effects, the effects of the actions they send, and so on.
/// The effects that a store's task finishes or cancels.
package final class EffectGroup: Sendable {
  private struct Growth {
    var effects: [RunningEffect] = []
    var pendingDeliveries = 0
    var isCancelled = false
    var waiters: [CheckedContinuation<Void, Never>] = []

    var isFinished: Bool { effects.isEmpty && pendingDeliveries == 0 }
  }

  private let growth = Lock(Growth())

  package init() {}

  package var isFinished: Bool { growth.withLock { $0.isFinished } }
  package var isCancelled: Bool { growth.withLock { $0.isCancelled } }

  /// The effects in flight, in the order in which they started.
  package var effects: [RunningEffect] { growth.withLock { $0.effects } }

  /// Cancels all effects in flight. Effects of the group that haven't started yet don't start.
  package func cancel(by cancellation: EffectCancellation? = nil) {
    let effects = growth.withLock { growth in
      growth.isCancelled = true
      return growth.effects
    }
    for effect in effects { effect.cancel(by: cancellation) }
  }

  /// Returns when no effect is in flight.
  nonisolated(nonsending) package func finished() async {
    await withCheckedContinuation { continuation in
      let isFinished = growth.withLock { growth in
        if !growth.isFinished { growth.waiters.append(continuation) }
        return growth.isFinished
      }
      if isFinished { continuation.resume() }
    }
  }

  /// Adds an effect that starts. Cancels the effect if the group was cancelled during the step that returned it.
  func insert(_ effect: RunningEffect) {
    let isCancelled = growth.withLock { growth in
      growth.effects.append(effect)
      return growth.isCancelled
    }
    if isCancelled { effect.cancel() }
  }

  func remove(_ effect: RunningEffect) {
    end { $0.effects.remove(effect.origin) }
  }

  func deliveryScheduled() {
    growth.withLock { $0.pendingDeliveries += 1 }
  }

  func deliveryEnded() {
    end { $0.pendingDeliveries -= 1 }
  }

  private func end(_ change: (inout Growth) -> Void) {
    let waiters = growth.withLock { growth in
      change(&growth)
      guard growth.isFinished else { return [] as [CheckedContinuation<Void, Never>] }
      defer { growth.waiters = [] }
      return growth.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}

/// The cause of an effect's cancellation, unless the test cancelled the effect.
package struct EffectCancellation: Sendable {
  package enum Cause: Sendable {
    /// The step whose reduction cancelled the effect.
    case step(Int)
    /// The work of another effect, or of the same one.
    case effect(EffectOrigin)
    /// The dismissal of the root feature.
    case dismissal

    /// The step that returned the cancellation, or the effect that cancelled.
    package var step: Int? {
      switch self {
      case .step(let step): step
      case .effect(let origin): origin.step
      case .dismissal: nil
      }
    }
  }

  package let cause: Cause
  /// The ID that cancelled it, or `nil` for a dismissal.
  package let id: CancelID?
}
