import TestEvents

/// The results of a run: those of its tests, and the events of their mutants.
package struct MutationRecord: Hashable, Sendable {
  /// The run, with the outcomes of its tests.
  package var run: TestRun

  /// The events of each test's mutant, by the test's name.
  package var traces: [String: Trace] = [:]

  /// The source mutants that each test reached, including ``LedgerTest/outside``. Each number is that of a location's
  /// first mutant.
  package var reached: [String: Set<Int>] = [:]

  /// The locations of tests, as far as the events contain them.
  package var locations: [String: LedgerLocation] = [:]

  /// The number of tests that ran, including tests that create no store.
  package var testCount = 0

  package init(_ run: TestRun) { self.run = run }

  /// The events of one test's mutant.
  package struct Trace: Hashable, Sendable {
    package var kinds: Set<MutantEvent.Kind> = []
    package var code: MutantCode?

    /// The reason why a field cannot be restored.
    package var reason: String?

    package init(_ kinds: Set<MutantEvent.Kind> = []) { self.kinds = kinds }
  }

  /// Combines a run with the log of its mutants.
  ///
  /// - Parameter command: The command that ran the tests.
  package init(_ testRun: TestRun, log: [MutantEvent], command: String) {
    self.init(testRun)
    testCount = run.log.outcomes.count + run.log.printed.count
    for event in log { add(event) }
    // An XCTest test writes its outcome to the log.
    for (test, trace) in traces where run.log.outcomes[test] == nil || !test.hasSuffix(")") {
      // Xcode names the same test with parentheses.
      run.log.outcomes[test + "()"] = nil
      run.log.outcomes[test] =
        trace.kinds.contains(.failed)
        ? .failed : trace.kinds.contains(.passed) ? .passed : .unfinished
    }
    guard case .exited(let status) = run.ending, status != 0 else { return }
    let failures = run.log.names(of: .failed) + run.log.names(of: .unfinished)
    let names = failures.compactMap { TestName($0) }
    run.log.strayFailures += run.log.printed.filter { test in
      [.failed, .unfinished].contains(test.outcome) && !names.contains(where: test.isTest)
    }.map(\.name)
    if failures.isEmpty, run.log.strayFailures.isEmpty {
      run.log.strayFailures = ["`\(command)` exited with \(status), but no test failed"]
    }
  }

  private mutating func add(_ event: MutantEvent) {
    let test = event.test ?? LedgerTest.outside.name
    if event.kind == .reached || event.kind == .reachedOutside, let mutant = event.mutant {
      reached[test, default: []].insert(mutant)
      if let location = event.location { locations[test] = location }
    }
    if event.kind == .reachedOutside { return }
    traces[test, default: Trace()].add(event)
  }
}

extension MutationRecord.Trace {
  fileprivate mutating func add(_ event: MutantEvent) {
    kinds.insert(event.kind)
    if reason == nil { reason = event.reason }
    // The store that noticed the mutant first wrote the first code.
    if code == nil { code = event.code }
  }
}
