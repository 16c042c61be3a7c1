import TestEvents

extension MutantMatrix {
  /// Judges the results of a round's run, and records them.
  ///
  /// - Returns: Pairs of which at least one caused a crash, a hang, or a failure that belongs to no test, and the tests
  ///   that failed without an applied mutant.
  mutating func judge(
    _ round: [Pair], by run: MutationRecord
  ) -> (suspects: [Pair], flakyTests: Set<String>) {
    let log = run.run.log
    let names = round.map { tests[$0.test].name }
    var suspects: [Pair] = []
    var withoutOutcome: [Pair] = []
    var flakyTests = Set(log.names(of: .failed)).subtracting(names)
    // The tests that began and did not end, although their mutants were not yet applied. If no mutant caused the
    // crash, one of these tests did.
    var stopped: [Pair] = []
    for (pair, name) in zip(round, names) {
      let trace = run.traces[name] ?? MutationRecord.Trace()
      let isApplied = trace.kinds.contains(.applied)
      func decide(_ result: MutantTrial.Result, _ cause: MutantTrial.Cause? = nil) {
        record(
          result, of: pair, cause: cause, code: trace.code,
          reason: result == .unwritable ? trace.reason : nil)
      }
      func suspect(_ cause: MutantTrial.Cause) {
        // If all other tests ended, this test is the one that hangs.
        let isOnlyHang = cause == .hang && log.names(of: .unfinished) == [name]
        if round.count == 1 || isOnlyHang {
          decide(.killed, cause)
        } else {
          suspects.append(pair)
        }
      }
      switch log.outcomes[name] {
      case .failed where isApplied: decide(.killed, .failure)
      case .failed: flakyTests.insert(name)
      case .passed where isApplied && !log.strayFailures.isEmpty: suspect(.failure)
      // If the field could be restored at only some steps, the test may assert another step.
      case .passed where trace.kinds.contains(.unwritable): decide(.unwritable)
      case .passed where isApplied: decide(.survived)
      case .passed where trace.kinds.contains(.unnoticeable): decide(.unnoticeable)
      case .passed: decide(.notReached)
      case .unfinished where isApplied: suspect(run.run.ending == .overtime ? .hang : .crash)
      case .unfinished:
        withoutOutcome.append(pair)
        stopped.append(pair)
      case .skipped, nil: withoutOutcome.append(pair)
      }
    }
    if suspects.isEmpty, !stopped.isEmpty {
      if round.count == 1 {
        record(
          .noOutcome, of: stopped[0],
          reason: "The test did not end, although no outcome was suppressed.")
        withoutOutcome = []
      } else {
        suspects = stopped
      }
    }
    // If a run crashed or hung, tests that it did not reach are tried again without counting the try.
    if suspects.isEmpty {
      for pair in withoutOutcome { recordNoOutcome(of: pair) }
    }
    return (suspects, flakyTests)
  }
}
