import Dispatch

/// The queue of the main actor.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether code runs on the queue. Not whether it runs on the main thread: on Linux any thread may serve it.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }

  @inline(never) static func isMainActor(_ isolation: (any Actor)?) -> Bool {
    isolation === MainActor.shared
  }

  /// Returns once all has been done that was asked of the main actor before. Only on the main actor.
  ///
  /// A task that waits for an event is resumed by way of the global executor, which has no order and wakes
  /// a thread. This one comes back from an actor that runs it where it is, and so goes straight to the end
  /// of the main actor's queue.
  nonisolated(nonsending) static func pass() async { await Detour.shared.end() }

  private actor Detour {
    static let shared = Detour()
    private static let executor = InlineExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
      Self.executor.asUnownedSerialExecutor()
    }

    // Inlined it would be no detour.
    @inline(never) func end() {}
  }

  /// For an actor without state, which must be entered by what is on the main actor only.
  private final class InlineExecutor: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      UnownedJob(job).runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}
