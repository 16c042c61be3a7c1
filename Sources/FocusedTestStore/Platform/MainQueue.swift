import Dispatch

/// The queue of the main actor.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether code runs on the queue. The thread doesn't matter, because on Linux any thread may serve the queue.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }

  @inline(never) static func isMainActor(_ isolation: (any Actor)?) -> Bool {
    isolation === MainActor.shared
  }

  /// Returns after all earlier jobs of the main actor have run. Call it on the main actor only.
  ///
  /// A task that waits for an event resumes through the global executor, which has no order and
  /// wakes a thread. This task instead returns from an actor that runs inline, so it is appended to
  /// the main actor's queue directly.
  nonisolated(nonsending) static func pass() async { await Detour.shared.end() }

  private actor Detour {
    static let shared = Detour()
    private static let executor = InlineExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
      Self.executor.asUnownedSerialExecutor()
    }

    // Not inlined. Otherwise, the task would not leave the main actor.
    @inline(never) func end() {}
  }

  /// The executor of an actor without state, which only main-actor code may enter.
  private final class InlineExecutor: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      UnownedJob(job).runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}
