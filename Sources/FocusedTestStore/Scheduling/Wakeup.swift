import Core

/// An event that one task waits for, once; who fires it first decides how the wait ends.
///
/// It may be fired before anybody waits, and more than once.
final class Wakeup: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Bool, Never>)
    case fired(Bool)
  }

  private let state = Lock(State.idle)

  func fire(_ result: Bool) {
    let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      switch state {
      case .idle:
        state = .fired(result)
        return nil
      case .waiting(let continuation):
        state = .fired(result)
        return continuation
      case .fired:
        return nil
      }
    }
    waiting?.resume(returning: result)
  }

  nonisolated(nonsending) func fired() async -> Bool {
    await withCheckedContinuation { continuation in
      let result = state.withLock { state -> Bool? in
        if case .fired(let result) = state { return result }
        state = .waiting(continuation)
        return nil
      }
      if let result { continuation.resume(returning: result) }
    }
  }
}
