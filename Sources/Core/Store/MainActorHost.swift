/// The main actor as the place where a live store's actions are reduced, one after the other.
@MainActor
final class MainActorHost: EffectHost {
  /// Called after each piece of work, before the next one begins.
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

  /// Does some work, and then all that has been scheduled meanwhile.
  ///
  /// Whoever finds the host at work already must schedule instead.
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

/// Effects of a live store run wherever there is a free thread, and come back to the main actor.
private final class MainActorLane: EffectLane {
  private let host: MainActorHost

  init(host: MainActorHost) {
    self.host = host
  }

  func start(
    priority: TaskPriority?, _ operation: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    Task(priority: priority, operation: operation)
  }

  nonisolated(nonsending) func perform(_ work: @escaping @Sendable () -> Void) async {
    await MainActor.run {
      // Busy only when an observer or a reducer runs a nested run loop, as a modal alert does.
      if host.isWorking { host.schedule(work) } else { host.work(work) }
    }
  }
}
