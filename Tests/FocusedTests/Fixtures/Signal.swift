import Core

/// A signal that one side waits for and another side fires, in any isolation and in any order.
final class Signal: Sendable {
  private let state = Lock((isFired: false, waiting: [CheckedContinuation<Void, Never>]()))

  func fire() {
    let waiting = state.withLock { state in
      state.isFired = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits without noticing cancellation, as a callback API would.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isFired = state.withLock { state in
        if !state.isFired { state.waiting.append(continuation) }
        return state.isFired
      }
      if isFired { continuation.resume() }
    }
  }
}

/// Values collected from any isolation.
final class Collected<Value: Sendable>: Sendable {
  private let storage = Lock<[Value]>([])

  var values: [Value] { storage.withLock { $0 } }
  func append(_ value: Value) { storage.withLock { $0.append(value) } }
}
