import Core

// What happens to effects that do not come to rest.
extension EffectScheduler {
  enum Admission {
    case admitted
    case closed
    case runaway
  }

  func admitDelivery(from lane: ExecutorLane) -> Admission {
    let admission = shared.withLock { shared -> Admission in
      if shared.life.isOver { return .closed }
      return shared.limit.countAdmission() ? .runaway : .admitted
    }
    if case .runaway = admission { stop([lane], jobs: [], deliveries: []) }
    return admission
  }

  /// Stops all effects that are ready, and the given one.
  ///
  /// - Parameters:
  ///   - latest: The effect whose job has just run, which may be beyond the queue by now.
  ///   - goesOn: Whether it is certain that the effect does more.
  func stopAllThatRuns(latest: ExecutorLane?, goesOn: Bool = false) {
    let (jobs, deliveries) = shared.withLock { shared in
      (shared.work.removeAllJobs(), shared.work.removeAllDeliveries())
    }
    var lanes: [ExecutorLane] = []
    for job in jobs where !lanes.contains(where: { $0 === job.lane }) { lanes.append(job.lane) }
    // An effect that keeps hopping to the main actor and back is never in the queue by now.
    if let latest, !lanes.contains(where: { $0 === latest }),
      goesOn || lanes.isEmpty && latest.isActive && !latest.isParked
    {
      lanes.append(latest)
    }
    stop(lanes, jobs: jobs, deliveries: deliveries)
  }

  private func stop(_ lanes: [ExecutorLane], jobs: [LaneWork], deliveries: [Delivery]) {
    let (limit, client) = shared.withLock { shared in
      shared.limit.reset()
      return (shared.limit.jobLimit, shared.life.client)
    }
    for lane in lanes {
      lane.evict()
      lane.effectCannotSend()
    }
    for job in jobs { job.lane.runEvicted(job.kind) }
    if lanes.isEmpty, deliveries.isEmpty { return }
    client?.value.runtime?.hostDidStop(
      Runaway(
        limit: limit, effects: lanes.map(\.origin).sorted { $0.id < $1.id },
        deliveries: deliveries.map(\.value)))
  }
}
