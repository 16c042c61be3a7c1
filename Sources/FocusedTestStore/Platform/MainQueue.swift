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
}
