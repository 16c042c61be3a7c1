/// The main actor as the host of a live store's runtime: it reduces one action after the other.
@MainActor
final class MainActorHost: EffectHost {
  /// Called after each piece of work, before the next.
  var didWork: () -> Void = {}
  private var queue: [RuntimeConfined<() -> Void>] = []
  private(set) var isWorking = false

  nonisolated func makeLane(for _: EffectOrigin) -> any EffectLane {
    MainActorLane(host: self)
  }

  nonisolated func schedule(_ delivery: @escaping () -> Void) {
    let delivery = RuntimeConfined(delivery)
    MainActor.assumeIsolated { queue.append(delivery) }
  }

  /// Runs some work, then the work that has been scheduled during it.
  ///
  /// - Precondition: The host is not working. Work that arises in the meantime must be scheduled.
  func work(_ work: () -> Void) {
    precondition(!isWorking, "The main actor does one thing at a time (was working)")
    isWorking = true
    defer { isWorking = false }
    work()
    didWork()
    while !queue.isEmpty {
      let batch = queue
      queue = []
      for delivery in batch {
        delivery.value()
        didWork()
      }
    }
  }
}

/// The lane of a live store's effects: they run on any free thread, and return to the main actor.
private final class MainActorLane: EffectLane {
  private let host: MainActorHost

  init(host: MainActorHost) {
    self.host = host
  }

  func start(
    priority: TaskPriority?,
    _ operation: nonisolated(nonsending) @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    Task(priority: priority) { await operation() }
  }

  nonisolated(nonsending) func perform(isLast _: Bool, _ work: ConfinedWork) async {
    await performOnMainActor(work)
  }

  // Not by `MainActor.run`, which leaves the main actor first even where it is called from it: then what
  // the caller has asked of the main actor before would come first.
  @MainActor private func performOnMainActor(_ work: ConfinedWork) {
    let isCancelled = Task.isCancelled
    let work = { work.perform(isCancelled) }
    // The host is working only if an observer or a reducer runs a nested run loop, as a modal alert
    // does.
    if host.isWorking { host.schedule(work) } else { host.work(work) }
  }
}
