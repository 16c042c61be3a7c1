import TestEvents

/// What a run says of its tests and their mutants.
package struct MutationRecord: Hashable, Sendable {
  package var ending: ChildProcess.Ending

  /// How the tests ended whose end is known, by their names.
  package var outcomes: [String: TestOutcome] = [:]

  /// What happened to each test's mutant, by the tests' names.
  package var traces: [String: Trace] = [:]

  /// What was reported and belongs to no test.
  package var strayFailures: [String] = []

  /// The test of XCTest that ran first.
  package var firstTest: String?

  /// The tests of XCTest that have made a store or ran after one that has, in their order.
  package var xctests: [String] = []

  /// How long the tests took whose end is known, in seconds.
  package var durations: [String: Double] = [:]

  /// The places of mutants of the source that each test has come to, and those that code has come to that no test
  /// is known to run. Each is the number of the place's first mutant.
  package var reached: [String: Set<Int>] = [:]
  package var reachedOutside: Set<Int> = []

  /// Where tests stand, as far as that was said with what they have come to.
  package var locations: [String: LedgerLocation] = [:]

  /// How many tests ran, those that make no store included.
  package var testCount = 0

  package var duration: Duration = .zero

  package init(
    ending: ChildProcess.Ending, outcomes: [String: TestOutcome] = [:],
    traces: [String: Trace] = [:], strayFailures: [String] = [], firstTest: String? = nil,
    xctests: [String] = [], duration: Duration = .zero
  ) {
    self.ending = ending
    self.outcomes = outcomes
    self.traces = traces
    self.strayFailures = strayFailures
    self.firstTest = firstTest
    self.xctests = xctests
    self.duration = duration
  }

  /// What happened to one test's mutant.
  package struct Trace: Hashable, Sendable {
    package var kinds: Set<MutantEvent.Kind> = []
    package var code: MutantCode?

    /// Why a field cannot be put back.
    package var reason: String?

    /// What a run without mutants says of how behaviors show.
    package var codes: [Behavior: MutantCode]

    package init(
      _ kinds: Set<MutantEvent.Kind> = [], code: MutantCode? = nil,
      codes: [Behavior: MutantCode] = [:]
    ) {
      self.kinds = kinds
      self.code = code
      self.codes = codes
    }
  }
}

extension MutationRecord {
  /// Puts together what the run, its event stream and the log of its mutants say.
  ///
  /// - Parameter expectedFirst: The test of XCTest that runs first as far as is known. What a process says
  ///   without a name is about it, if the process ends before it says which one it was.
  package init(
    ending: ChildProcess.Ending, tests: EventStream, log: [MutantEvent], expectedFirst: String?,
    xctests ran: [(name: String, hasPassed: Bool)] = [], failedSuites: [String] = [],
    duration: Duration = .zero
  ) {
    self.init(ending: ending, outcomes: tests.outcomes, duration: duration)
    durations = tests.durations
    testCount = tests.outcomes.count + ran.count
    var firstOfProcess: [Int32: String] = [:]
    for event in log where event.kind == .wasFirst { firstOfProcess[event.process] = event.test }
    for event in log {
      if event.kind == .reachedOutside, let mutant = event.mutant { reachedOutside.insert(mutant) }
      let test = event.test ?? firstOfProcess[event.process] ?? expectedFirst
      guard let test, event.kind != .reachedOutside else { continue }
      if event.kind == .reached, let mutant = event.mutant {
        reached[test, default: []].insert(mutant)
        if let place = event.location { locations[test] = place }
      }
      traces[test, default: Trace()].add(event)
      if event.kind == .passed || event.kind == .failed {
        xctests.append(test)
        durations[test] = event.seconds
      }
    }
    firstTest = log.first { $0.kind == .wasFirst }?.test ?? expectedFirst
    // What began and is in no event stream is of XCTest, and says itself how it ended.
    for (test, trace) in traces where outcomes[test] == nil {
      if !xctests.contains(test) { xctests.append(test) }
      outcomes[test] =
        if trace.kinds.contains(.failed) {
          .failed
        } else if trace.kinds.contains(.passed) {
          .passed
        } else {
          .unfinished
        }
    }
    strayFailures = tests.strayIssues + failedSuites
    guard case .exited(let status) = ending, status != 0 else { return }
    let failures = outcomes.filter { $0.value == .failed || $0.value == .unfinished }.keys
    let names = failures.map { "." + $0.replacing("/", with: ".") }
    strayFailures += ran.filter { test in
      // XCTest prints `Suite.test` on Linux, and `-[Module.Suite test]` on Darwin.
      let name = test.name.trimmingPrefix("-[").replacing("]", with: "").replacing(" ", with: ".")
      return !test.hasPassed && !names.contains { $0.hasSuffix("." + name) }
    }.map(\.name)
    if failures.isEmpty, strayFailures.isEmpty {
      strayFailures = ["`swift test` exited with \(status), and no test failed"]
    }
  }

  package func names(of outcome: TestOutcome) -> [String] {
    outcomes.filter { $0.value == outcome }.map(\.key).sorted()
  }
}

extension MutationRecord.Trace {
  fileprivate mutating func add(_ event: MutantEvent) {
    kinds.insert(event.kind)
    if reason == nil { reason = event.reason }
    // The first is that of the store that noticed first.
    if let behavior = event.behavior {
      if codes[behavior] == nil { codes[behavior] = event.code }
    } else if code == nil {
      code = event.code
    }
  }
}
