import Core
import Dispatch

/// A source outside Swift's runtime that calls again as soon as the former call has returned.
final class SteadySource: Sendable {
  private let isStopped = Lock(false)
  private let stopped: AsyncStream<Never>
  private let end: AsyncStream<Never>.Continuation

  private init() {
    (stopped, end) = AsyncStream.makeStream()
  }

  /// Runs sources until the current task is cancelled.
  static func run(_ count: Int, _ call: @escaping @Sendable () async -> Void) async {
    let source = SteadySource()
    for _ in 0..<count { source.start(call) }
    await withTaskCancellationHandler {
      for await _ in source.stopped {}
    } onCancel: {
      source.stop()
    }
  }

  private func start(_ call: @escaping @Sendable () async -> Void) {
    DispatchQueue.global().async {
      if self.isStopped.withLock(\.self) { return }
      Task {
        await call()
        self.start(call)
      }
    }
  }

  private func stop() {
    isStopped.withLock { $0 = true }
    end.finish()
  }
}
