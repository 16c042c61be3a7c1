import TestEvents
import FocusedTestStore
@testable import focus

/// A simulated suite. It declares which mutants its tests kill, and runs nothing.
struct FakeSuite {
  var tests: [String: FakeTest] = [:]

  /// Issues that belong to no test, by the number of the run, from 1.
  var strayFailures: [Int: [String]] = [:]

  /// The number of XCTest tests that create no store.
  var plainTests = 0

  /// Whether XCTest continues with the next test after a crash, as Xcode does.
  var continuesAfterCrashes = false

  /// The number of the run, from 1, that the user interrupts.
  var interruptedRun: Int?

  struct FakeTest {
    var exercises: [Behavior: Behavior.Mark] = [:]

    /// The results of mutants. A mutant without a result here survives.
    var trials: [Behavior: FakeTrial] = [:]
    var isXCTest = false

    /// The numbers of the runs, from 1, in which the test fails without a mutant.
    var failingRuns: Set<Int> = []
    var skippedRuns: Set<Int> = []

    /// The numbers of the runs, from 1, in which the test crashes without a mutant.
    var crashingRuns: Set<Int> = []
  }

  enum FakeTrial: CaseIterable {
    case fails, crashes, hangs, failsElsewhere, unnoticeable, unwritable, notReached
    /// The test crashes before the mutant suppresses the outcome.
    case crashesBefore
  }

  var facts: [LedgerFact] {
    tests.flatMap { name, test in
      test.exercises.map { behavior, mark in
        LedgerFact(
          behavior: behavior, mark: mark, test: LedgerTest(name: name, file: "A.swift", line: 1))
      }
    }
  }

  /// The verdicts that a session must reach.
  var verdicts: [Behavior: MutantVerdict] {
    var trials: [Behavior: [MutantTrial.Result]] = [:]
    for test in tests.values {
      for behavior in test.exercises.keys where behavior.outcome != .nothing {
        let trial: MutantTrial.Result =
          switch test.trials[behavior] {
          case .fails, .failsElsewhere, .crashes, .hangs: .killed
          case .unnoticeable: .unnoticeable
          case .unwritable, .notReached, .crashesBefore: .notJudged
          case nil: .survived
          }
        trials[behavior, default: []].append(trial)
      }
    }
    return trials.mapValues { MutantVerdict($0) }
  }
}

/// Runs a suite as `swift test` does: XCTest tests one by one, then all other tests in parallel.
final class FakeRunner {
  let suite: FakeSuite
  private(set) var requests: [MutationRequest] = []

  init(_ suite: FakeSuite) { self.suite = suite }

  /// A session that runs the suite.
  func session(report: @escaping (String) -> Void = { _ in }) -> MutationSession {
    MutationSession(
      run: { self.run($0) }, find: { _ in MutantSelection(self.suite.facts.trials) },
      report: report)
  }

  func run(_ request: MutationRequest) -> MutationRecord {
    requests.append(request)
    let number = requests.count
    if number == suite.interruptedRun { return MutationRecord(TestRun(ending: .interrupted)) }
    var chosen = suite.tests
    if case .only(let names) = request.selection {
      chosen = chosen.filter { names.contains($0.key) }
    }
    var record = MutationRecord(TestRun(ending: .exited(0), duration: .seconds(1)))
    record.run.log.strayFailures = suite.strayFailures[number] ?? []
    runXCTests(chosen, request, number, &record)
    runOthers(chosen, request, number, &record)
    record.testCount = record.run.log.outcomes.count + suite.plainTests
    return record
  }

  private func runXCTests(
    _ chosen: [String: FakeSuite.FakeTest], _ request: MutationRequest, _ number: Int,
    _ record: inout MutationRecord
  ) {
    let names = chosen.filter(\.value.isXCTest).keys.sorted()
    for name in names {
      let outcome = outcome(of: name, chosen[name]!, request.mutants[name], number, &record)
      record.run.log.outcomes[name] = outcome
      // Xcode continues with the next test, in another process.
      if outcome == .unfinished, !suite.continuesAfterCrashes { return }
    }
  }

  private func runOthers(
    _ chosen: [String: FakeSuite.FakeTest], _ request: MutationRequest, _ number: Int,
    _ record: inout MutationRecord
  ) {
    let names = chosen.filter { !$0.value.isXCTest }.keys.sorted()
    var isDown = false
    for name in names {
      let outcome = outcome(of: name, chosen[name]!, request.mutants[name], number, &record)
      isDown = isDown || outcome == .unfinished
      // The tests run in parallel, so a crash also interrupts the tests after it.
      record.run.log.outcomes[name] = isDown ? .unfinished : outcome
    }
  }

  private func outcome(
    of name: String, _ test: FakeSuite.FakeTest, _ mutant: MutantSubject?, _ number: Int,
    _ record: inout MutationRecord
  ) -> TestOutcome {
    if test.skippedRuns.contains(number) { return .skipped }
    var trace = MutationRecord.Trace([.began])
    defer { record.traces[name] = trace }
    if test.failingRuns.contains(number) { return .failed }
    if test.crashingRuns.contains(number) { return .unfinished }
    guard let mutant = mutant?.behavior, test.exercises[mutant] != nil else { return .passed }
    switch test.trials[mutant] {
    case .unnoticeable: trace.kinds.insert(.unnoticeable)
    case .unwritable: trace.kinds.insert(.unwritable)
    case .notReached, .crashesBefore: break
    case nil:
      trace.kinds.insert(.applied)
      trace.code = MutantCode(
        file: "A.swift", line: 2, place: .inClosure, lines: ["\(mutant) in \(name)"])
    default: trace.kinds.insert(.applied)
    }
    switch test.trials[mutant] {
    case .fails: return .failed
    case .crashes, .crashesBefore: return .unfinished
    case .hangs:
      record.run.ending = .overtime
      return .unfinished
    case .failsElsewhere:
      record.run.log.strayFailures.append("elsewhere")
      return .passed
    default: return .passed
    }
  }
}

/// A behavior of a feature in which fields change.
func field(_ name: String, of feature: String = "Profile") -> Behavior {
  Behavior(feature: feature, action: "save", outcome: .field(name))
}

/// A mutant of the source of `Home`, by default. Its number is its line.
func sourceMutant(
  _ line: Int, of feature: String = "Home", before: String = "save()"
) -> SourceMutant {
  SourceMutant(
    number: line, feature: feature, file: "Home.swift", line: line, column: 1, lastLine: line,
    lastColumn: 9, operator: "call removed", replacement: "", before: before, after: "")
}

// The sessions in these tests have behavior mutants only.

extension MutantTrials {
  init(_ facts: [LedgerFact]) { self.init(facts.trials) }

  var verdicts: [MutantVerdict] { MutantEvidence(all).mutants.map(\.verdict) }

  /// The index of the trial of a fact.
  func index(of fact: LedgerFact) -> Int {
    all.firstIndex { $0.mutant.behavior == fact.behavior && $0.test.name == fact.test.name }!
  }
}

extension MutationRequest {
  var behaviors: [String: Behavior] { mutants.compactMapValues(\.behavior) }
}
