import TestEvents

/// The tests of a round without a clear result. The matrix has the clear results.
package struct RoundVerdict: Hashable, Sendable {
  /// Pairs of which at least one caused a crash, a hang, or a failure that belongs to no test.
  package var suspects: [MutantMatrix.Pair] = []

  /// The pairs without a result.
  package var withoutOutcome: [MutantMatrix.Pair] = []

  /// The tests that failed without an applied mutant.
  package var flakyTests: Set<String> = []

  /// The tests that began and did not end, although their mutants were not yet applied. If no mutant caused the
  /// crash, one of these tests did.
  private var stopped: [MutantMatrix.Pair] = []

  /// Judges the results of a round's run, and records them in a matrix.
  ///
  /// - Parameter misplacedTests: The tests that ran first unexpectedly, and so with the mutants of other tests.
  package init(
    _ round: [MutantMatrix.Pair], in matrix: inout MutantMatrix, _ record: MutationRecord,
    misplacedTests: Set<String> = []
  ) {
    var mutated: Set<String> = []
    for pair in round {
      let name = matrix.tests[pair.test].name
      mutated.insert(name)
      if misplacedTests.contains(name) {
        withoutOutcome.append(pair)
      } else {
        judge(pair, name, record, isAlone: round.count == 1, &matrix)
      }
    }
    if suspects.isEmpty, !stopped.isEmpty {
      if round.count == 1 {
        matrix.record(
          .noOutcome, of: stopped[0], reason: "It did not end, although nothing was kept from it.")
        withoutOutcome = []
      } else {
        suspects = stopped
      }
    }
    let failed = record.run.log.names(of: .failed)
    flakyTests.formUnion(failed.filter { !mutated.contains($0) && !misplacedTests.contains($0) })
  }

  private mutating func judge(
    _ pair: MutantMatrix.Pair, _ name: String, _ record: MutationRecord, isAlone: Bool,
    _ matrix: inout MutantMatrix
  ) {
    let trace = record.traces[name] ?? MutationRecord.Trace()
    let isApplied = trace.kinds.contains(.applied)
    func decide(_ trial: MutantTrial, _ cause: MutantTrial.Cause? = nil) {
      matrix.record(
        trial, of: pair, cause: cause, code: trace.code,
        reason: trial == .unwritable ? trace.reason : nil)
    }
    // If all other tests ended, this test is the one that hangs.
    let isOnlyHang =
      record.run.ending == .overtime && record.run.log.names(of: .unfinished) == [name]
    func suspect(_ cause: MutantTrial.Cause) {
      if isAlone || cause == .hang && isOnlyHang {
        decide(.killed, cause)
      } else {
        suspects.append(pair)
      }
    }
    switch record.run.log.outcomes[name] {
    case .failed where isApplied: decide(.killed, .failure)
    case .failed: flakyTests.insert(name)
    case .passed where isApplied && !record.run.log.strayFailures.isEmpty: suspect(.failure)
    // If the field could be restored at only some steps, the test may assert another step.
    case .passed where trace.kinds.contains(.unwritable): decide(.unwritable)
    case .passed where isApplied: decide(.survived)
    case .passed where trace.kinds.contains(.unnoticeable): decide(.unnoticeable)
    case .passed: decide(.notReached)
    case .unfinished where isApplied: suspect(record.run.ending == .overtime ? .hang : .crash)
    case .unfinished:
      withoutOutcome.append(pair)
      stopped.append(pair)
    case .skipped, nil: withoutOutcome.append(pair)
    }
  }
}
