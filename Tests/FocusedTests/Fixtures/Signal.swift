import Core

/// Something that one side waits for and another fires, in any isolation and any order.
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

/// Values collected from anywhere.
final class Collected<Value: Sendable>: Sendable {
  private let storage = Lock<[Value]>([])

  var values: [Value] { storage.withLock { $0 } }
  func append(_ value: Value) { storage.withLock { $0.append(value) } }
}
