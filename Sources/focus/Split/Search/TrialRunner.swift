import TestEvents

/// Runs trials of a switched test in test processes, many per process.
struct TrialRunner {
  let runner: MutationRunner
  let test: SplitTest
  /// The test's name in the ledger.
  let name: String

  /// The time limit of one process. A trial may wait forever for a step that it leaves out.
  let timeLimit: Duration
  /// The maximum duration of a wait, in seconds. It is short, because most waits in trials end without an event.
  var patience: String? = "0.05"

  /// Runs trials, and returns which of them pass.
  func passes(_ trials: [Trial]) throws(ToolError) -> [Bool] {
    let size = SwitchedTest.trialCount
    let batches = stride(from: 0, to: trials.count, by: size).map {
      Array(trials[$0..<min($0 + size, trials.count)])
    }
    return try runner.host.simultaneously(batches) { batch throws(ToolError) in try run(batch) }
      .flatMap(\.self)
  }

  /// Runs the trials of one process. If it crashes or hangs, the trial that was running has failed, and another
  /// process runs the rest.
  private func run(_ trials: [Trial]) throws(ToolError) -> [Bool] {
    var passes = trials.map { _ in false }
    var open = Array(trials.indices)
    while !open.isEmpty {
      let outcomes = try outcomes(of: open.map { trials[$0] })
      var rest: [Int] = []
      for (index, outcome) in zip(open, outcomes) {
        passes[index] = outcome == .passed
        if outcome == nil { rest.append(index) }
      }
      if rest.count == open.count { break }
      open = rest
    }
    return passes
  }

  private func outcomes(of trials: [Trial]) throws(ToolError) -> [TestOutcome?] {
    var request = MutationRequest(timeLimit: timeLimit, patience: patience)
    let names = trials.indices.map {
      test.function.ledgerName(name, of: test.function.nameOfTrial($0))
    }
    for (trial, name) in zip(trials, names) {
      request.mutants[name] = trial.mutant
      request.switches[name] = test.switches(for: trial.choice)
    }
    request.selection = .among(names, test.function.framework)
    let record = try runner.run(request)
    if record.run.ending == .interrupted { throw .stopped }
    return names.map { record.run.log.outcome(ofTestNamed: $0) }
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
