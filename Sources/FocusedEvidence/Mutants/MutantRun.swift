import Core
import FocusedTestStore
import Foundation
import TestEvents
import Testing

/// A run of tests with mutants: the mutant of each test, and the log of its result.
package final class MutantRun: ProcessWriter {
  private let plan: MutantPlan
  /// The source mutants that are active in some test.
  private let sources: Set<Int>
  private let file: EventFile
  /// The logged events, so that a test with a thousand steps logs each of them once.
  private let logged = Lock<Set<MutantEvent>>([])

  package init(_ plan: MutantPlan) {
    self.plan = plan
    file = EventFile(at: plan.log)
    sources = Set(plan.mutants.values.compactMap { $0.source?.number })
  }

  func mutant(of test: LedgerTest) -> MutantSubject? { plan.mutants[test.name] }

  /// The source mutant that is active in the running test, if it is one of the mutants at a location.
  func mutant(among mutants: Range<Int>) -> Int? {
    guard plan.mutants.isEmpty, plan.switches.isEmpty else {
      if let number = switchedNumber(among: mutants) { return number }
      guard mutants.contains(where: sources.contains), let test = RunningTest.current(),
        let number = mutant(of: test)?.source?.number, mutants.contains(number)
      else { return nil }
      log(.applied, of: test)
      return number
    }
    let test = RunningTest.current()
    log(
      MutantEvent(
        test == nil ? .reachedOutside : .reached, test: test?.name, process: getpid(),
        mutant: mutants.lowerBound,
        location: test.flatMap { $0.location.line > 0 ? $0.location : nil }))
    return nil
  }

  /// The first of some switches that `focus split` turns in the running test.
  private func switchedNumber(among numbers: Range<Int>) -> Int? {
    guard !plan.switches.isEmpty, let test = RunningTest.current() else { return nil }
    return plan.switches[test.name]?.first(where: numbers.contains)
  }

  /// Logs an event, unless no framework reports a running test.
  func log(
    _ kind: MutantEvent.Kind, of test: LedgerTest?, code: MutantCode? = nil,
    reason: String? = nil
  ) {
    guard let test else { return }
    log(
      MutantEvent(
        kind, test: test.name, process: getpid(), code: code, reason: reason))
  }

  private func log(_ event: MutantEvent) {
    if logged.withLock({ $0.insert(event).inserted }) { file.append(event.line) }
  }
}

extension MutantRun {
  /// The plan is read from the environment once.
  package static let ofTask = TaskLocal(
    wrappedValue: EnvironmentVariable.mutants.value.flatMap { MutantPlan(file: $0) }
      .map(MutantRun.init))
}

/// Returns the source mutant that is active in the running test. Core looks this class up by its
/// name.
///
/// It uses the test framework, not the store, to find the running test. So a mutant is active in all code
/// that runs for its test, even if the test calls the feature's code directly, as if the source contained it.
package final class SourceMutantSwitch: DiscoverableMutantSwitch {
  package static func mutant(among mutants: Range<Int>) -> Int? {
    guard let run = MutantRun.current else { return nil }
    TestProcess.observe()
    return run.mutant(among: mutants)
  }
}
