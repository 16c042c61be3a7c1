import TestEvents

/// Runs tests with mutants and switches in test processes, many per process.
struct TrialRunner {
  /// A run of one test.
  struct Run: Sendable {
    /// The test's name in the ledger.
    let name: String
    var mutant: MutantSubject?
    var switches: [Int] = []
  }

  let runner: MutationRunner
  let framework: TestFunction.Framework
  /// The time limit of one process. A trial may wait forever for a step that it leaves out.
  var timeLimit: Duration
  /// The maximum duration of a wait, in seconds. It is short, because most waits in trials end without an event.
  var patience: String? = "0.05"

  /// Runs groups of tests, each in its own process, and returns which tests pass.
  func passes(_ groups: [[Run]]) throws(ToolError) -> [[Bool]] {
    try runner.host.simultaneously(groups) { group throws(ToolError) in try run(group) }
  }

  /// Runs the tests of one process. If it crashes or hangs, the test that was running has failed, and another process
  /// runs the rest.
  private func run(_ group: [Run]) throws(ToolError) -> [Bool] {
    var request = MutationRequest(timeLimit: timeLimit, patience: patience)
    for run in group {
      request.mutants[run.name] = run.mutant
      if !run.switches.isEmpty { request.switches[run.name] = run.switches }
    }
    request.selection = .among(group.map(\.name), framework)
    let record = try runner.run(request)
    if record.run.ending == .interrupted { throw .stopped }
    let outcomes = group.map { record.run.log.outcome(ofTestNamed: $0.name) }
    let rest = zip(group, outcomes).filter { $1 == nil }.map(\.0)
    if rest.isEmpty || rest.count == group.count { return outcomes.map { $0 == .passed } }
    var others = try run(rest)[...]
    return outcomes.map { $0.map { $0 == .passed } ?? others.removeFirst() }
  }
}

extension TrialRunner {
  /// Runs trials by the functions of a switched test, and returns which of them pass.
  ///
  /// - Parameter name: The test's name in the ledger.
  func passes(_ trials: [Trial], of test: SplitTest, named name: String) throws(ToolError) -> [Bool]
  {
    let size = SwitchedTest.trialCount
    let groups = stride(from: 0, to: trials.count, by: size).map { start in
      trials[start..<min(start + size, trials.count)].enumerated().map { number, trial in
        Run(
          name: test.function.ledgerName(name, of: test.function.nameOfTrial(number)),
          mutant: trial.mutant, switches: test.switches(for: trial.choice))
      }
    }
    return try passes(groups).flatMap(\.self)
  }
}

extension TestFunction {
  /// The name in the ledger of another function beside the test.
  ///
  /// - Parameter own: The test's name in the ledger.
  func ledgerName(_ own: String, of other: String) -> String {
    guard let range = own.range(of: name.function, options: .backwards) else { return own }
    let head = own[..<range.lowerBound]
    return (head.hasSuffix("`") ? head.dropLast() : head) + other
      + own[range.upperBound...].drop { $0 == "`" }
  }
}
