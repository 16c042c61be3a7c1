import TestEvents

/// The results of a run: those of its tests, and the events of their mutants.
package struct MutationRecord: Hashable, Sendable {
  /// The run, with the outcomes of its tests.
  package var run: TestRun

  /// The events of each test's mutant, by the test's name.
  package var traces: [String: Trace] = [:]

  /// The first XCTest test in each process, by the process names of ``XCTestProcesses``.
  package var firstTests: [String: String] = [:]

  /// The tests that ran first in a process that started after a crash.
  package var laterFirstTests: Set<String> = []

  /// The XCTest tests that created a store, or that ran after such a test, in order.
  package var xctests: [String] = []

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

    /// Suggested code that asserts behaviors, from a run without mutants.
    package var codes: [Behavior: MutantCode] = [:]

    package init(_ kinds: Set<MutantEvent.Kind> = []) { self.kinds = kinds }
  }

  /// Combines a run with the logs of its mutants.
  ///
  /// - Parameters:
  ///   - logs: The logs, by process name. Processes without a separate log write to the log with an empty name.
  ///   - firsts: The XCTest tests that are expected to run first in each process. If a process ends before it writes
  ///     the name of its first test, events without a name are assigned to the expected test.
  ///   - command: The command that ran the tests.
  package init(
    _ testRun: TestRun, logs: [String: [MutantEvent]], firsts: [String: String],
    in processes: XCTestProcesses = .one, command: String
  ) {
    self.init(testRun)
    testCount = run.log.outcomes.count + run.log.printed.count
    for (name, log) in logs.sorted(by: { $0.key < $1.key }) {
      add(log, expectedFirst: firsts[name], in: processes)
      if firstTests[name] == nil { firstTests[name] = firsts[name] }
    }
    // An XCTest test writes its outcome to the log.
    for (test, trace) in traces where run.log.outcomes[test] == nil || !test.hasSuffix(")") {
      if !xctests.contains(test) { xctests.append(test) }
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

  private mutating func add(
    _ log: [MutantEvent], expectedFirst: String?, in processes: XCTestProcesses
  ) {
    var firstOfProcess: [Int32: String] = [:]
    for event in log where event.kind == .wasFirst {
      firstOfProcess[event.process] = event.test
      guard let test = event.test else { continue }
      let name = processes.name(ofProcessOf: test)
      // If the first process ended before it wrote a name, this is a later process.
      let isLater =
        processes == .perModule && expectedFirst != nil && event.process != log[0].process
      if firstTests[name] == nil, !isLater {
        firstTests[name] = test
      } else if firstTests[name] != test {
        laterFirstTests.insert(test)
      }
    }
    for event in log {
      if event.kind == .reachedOutside, let mutant = event.mutant {
        reached[LedgerTest.outside.name, default: []].insert(mutant)
        continue
      }
      let isOfFirst = processes == .one || event.process == log[0].process
      let test = event.test ?? firstOfProcess[event.process] ?? (isOfFirst ? expectedFirst : nil)
      guard let test else { continue }
      if event.kind == .reached, let mutant = event.mutant {
        reached[test, default: []].insert(mutant)
        if let place = event.location { locations[test] = place }
      }
      traces[test, default: Trace()].add(event)
      if event.kind == .passed || event.kind == .failed {
        xctests.append(test)
        run.log.durations[test] = event.seconds
      }
    }
  }
}

extension MutationRecord.Trace {
  fileprivate mutating func add(_ event: MutantEvent) {
    kinds.insert(event.kind)
    if reason == nil { reason = event.reason }
    // The store that noticed the mutant first wrote the first code.
    if let behavior = event.behavior {
      if codes[behavior] == nil { codes[behavior] = event.code }
    } else if code == nil {
      code = event.code
    }
  }
}
