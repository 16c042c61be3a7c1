/// Counts what runs between two rests, and tells when it is taken never to end.
struct RunawayLimit {
  /// How many jobs and synchronous deliveries may run without a rest.
  var jobLimit = 100_000
  private var jobs = 0
  private var admissions = 0

  /// All is at rest, or what did not rest has been stopped.
  mutating func reset() {
    jobs = 0
    admissions = 0
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
