/// Everything that follows from one sent action: its effects, the effects of the actions they send,
/// and so on. The effects that a store's task finishes or cancels.
package final class EffectGroup: Sendable {
  private struct Growth {
    var effects = StartedEffects()
    var pendingDeliveries = 0
    var isCancelled = false
    var waiters: [CheckedContinuation<Void, Never>] = []

    var isFinished: Bool { effects.isEmpty && pendingDeliveries == 0 }

    mutating func takeWaitersIfFinished() -> [CheckedContinuation<Void, Never>] {
      guard isFinished else { return [] }
      defer { waiters = [] }
      return waiters
    }
  }

  private let growth = Lock(Growth())

  package init() {}

  package var isFinished: Bool { growth.withLock { $0.isFinished } }
  package var isCancelled: Bool { growth.withLock { $0.isCancelled } }

  /// The effects in flight, in the order in which they started.
  package var effects: [RunningEffect] {
    growth.withLock { $0.effects.all }
  }

  /// Cancels all that is in flight; what it would still have started does not start.
  package func cancel(by cancellation: EffectCancellation? = nil) {
    let effects = growth.withLock { growth in
      growth.isCancelled = true
      return growth.effects.all
    }
    for effect in effects { effect.cancel(by: cancellation) }
  }

  /// Returns when no effect is in flight anymore.
  nonisolated(nonsending) package func finished() async {
    await withCheckedContinuation { continuation in
      let isFinished = growth.withLock { growth in
        if !growth.isFinished { growth.waiters.append(continuation) }
        return growth.isFinished
      }
      if isFinished { continuation.resume() }
    }
  }

  func insert(_ effect: RunningEffect) {
    growth.withLock { $0.effects.append(effect) }
  }

  func remove(_ effect: RunningEffect) {
    end { growth in
      guard let position = growth.effects.position(of: effect.origin.id) else { return }
      _ = growth.effects.remove(at: position)
    }
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
      return growth.takeWaitersIfFinished()
    }
    for waiter in waiters { waiter.resume() }
  }
}
