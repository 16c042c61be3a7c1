import Foundation
import TestEvents

/// Runs tests with a plan of mutants, and reads the results.
package struct MutationRunner {
  let host: any TestHost

  /// The directory for the ledger that the tests write.
  let ledger: String

  /// Whether the mutants are switches in the source.
  let isOfSource: Bool

  /// The ledger that the tests wrote; empty if no test created a store.
  func written() throws(ToolError) -> Ledger {
    guard FileManager.default.fileExists(atPath: ledger) else { return Ledger() }
    do throws(LedgerReadingError) {
      return try Ledger(directories: [ledger])
    } catch .emptyDirectory {
      return Ledger()
    } catch {
      throw .input(error.text)
    }
  }

  func facts() throws(ToolError) -> [LedgerFact] { Array(try written().facts) }

  /// - Parameter tick: Called about ten times per second during the run.
  /// - Throws: An error if the package cannot be built, or `swift test` cannot be started.
  func run(_ run: MutationRequest, tick: () -> Void = {}) throws(ToolError) -> MutationRecord {
    // Each process needs a separate plan, which names the mutant of its first test.
    let processes = host.processes == .one ? [""] : [""] + run.firsts.keys.sorted()
    var plans: [String: String] = [:]
    var logs: [String: String] = [:]
    for (index, process) in processes.enumerated() {
      let (plan, log) = (host.runs("plan-\(index).json"), host.runs("mutants-\(index).jsonl"))
      (plans[process], logs[process]) = (plan, log)
      do {
        try MutantPlan(
          log: log, mutants: run.mutants,
          firstMutant: run.firsts[process].flatMap { run.mutants[$0] },
          isOfSource: isOfSource
        ).write(to: plan)
        try Data().write(to: URL(fileURLWithPath: log))
      } catch {
        throw .input("Nothing can be written to \(host.runs.path): \(error)")
      }
    }
    let result = try host.run(
      TestRequest(
        selection: run.selection,
        environment: [
          TestVariable.mutants.rawValue: plans[""],
          TestVariable.ledger.rawValue: run.writesLedger ? ledger : nil,
          // The runs share one ID, so that their facts count together.
          TestVariable.run.rawValue: "focus",
        ],
        environmentOfModules: plans.filter { !$0.key.isEmpty }
          .mapValues { [TestVariable.mutants.rawValue: $0] },
        timeLimit: run.timeLimit),
      tick: tick)
    try result.checkBegun(by: host.command)
    return MutationRecord(
      result, logs: logs.mapValues { MutantEvent.all(inLog: $0) }, firsts: run.firsts,
      in: host.processes, command: host.command)
  }
}

/// The tests and mutants of a run.
package struct MutationRequest: Hashable, Sendable {
  /// The mutants, by the names of their tests; empty for a run without mutants.
  package var mutants: [String: MutantSubject] = [:]

  /// The XCTest test that each process runs first, as far as known, by the process names of ``XCTestProcesses``.
  package var firsts: [String: String] = [:]

  package var selection = TestSelection.all

  /// Whether the tests write a ledger of the behaviors that they exercise.
  package var writesLedger = false

  package var timeLimit: Duration?
}
