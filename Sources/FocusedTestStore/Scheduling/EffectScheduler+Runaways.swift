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

/// Counts what runs between two rests, and tells when it is taken never to end.
struct RunawayLimit {
  /// How many jobs and synchronous deliveries may run without a rest.
  var jobLimit = 100_000
  private var jobs = 0
  private var admissions = 0
  /// The effect whose job runs now.
  private(set) var running: EffectOrigin?
  /// How many jobs have started; a watchdog sees by it that one does not end.
  private(set) var startedJobs = 0

  /// All is at rest, or what did not rest has been stopped.
  mutating func reset() {
    jobs = 0
    admissions = 0
  }

  mutating func startJob(of effect: EffectOrigin) {
    running = effect
    startedJobs += 1
  }

  /// Ends a job, and counts it. Returns whether the limit is reached.
  mutating func endJob() -> Bool {
    running = nil
    return countJob()
  }

  /// Counts a job or a delivery. Returns whether the limit is reached.
  mutating func countJob() -> Bool {
    jobs += 1
    return jobs >= jobLimit
  }

  /// Counts an action that an effect sends. One job can send many without a suspension, so they have
  /// a limit of their own. Returns whether it is passed.
  mutating func countAdmission() -> Bool {
    admissions += 1
    return admissions / 2 > jobLimit
  }
}
