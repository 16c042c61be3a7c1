import Core

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
