import TestEvents
import Foundation

/// Runs tests with mutants: hands the plan over, and reads what came of it.
package struct MutationRunner {
  private let host: any TestHost
  private let ledger: String

  /// - Parameter ledger: The directory that the tests write what they exercise to.
  package init(_ host: any TestHost, ledger: String) {
    self.host = host
    self.ledger = ledger
  }

  /// What the tests have written.
  package var facts: [LedgerFact] {
    get throws(ToolError) {
      // No test has made a store, or the library is one that knows of no ledger.
      guard FileManager.default.fileExists(atPath: ledger) else { return [] }
      do throws(LedgerReadingError) {
        return Array(try Ledger(directories: [ledger]).facts)
      } catch .emptyDirectory {
        return []
      } catch {
        throw .input(error.text)
      }
    }
  }
}

extension MutationRunner {
  /// - Parameter tick: Called about ten times a second meanwhile.
  /// - Throws: An error if the package cannot be built, or `swift test` cannot be started.
  package func run(_ run: MutationRequest, tick: () -> Void = {}) throws(ToolError)
    -> MutationRecord
  {
    let plan = host.runs("plan.json")
    let log = host.runs("mutants.jsonl")
    do {
      try MutantPlan(
        log: log, mutants: run.mutants, firstMutant: run.firstMutant, isOfSource: run.isOfSource
      ).write(to: plan)
      try Data().write(to: URL(fileURLWithPath: log))
    } catch {
      throw .input("Nothing can be written to \(host.runs.path): \(error)")
    }
    let result = try host.run(
      TestRequest(
        run.selection,
        environment: [
          TestVariable.mutants.rawValue: plan,
          TestVariable.ledger.rawValue: run.writesLedger ? ledger : nil,
          // The facts of several runs count together.
          TestVariable.run.rawValue: "focus",
        ], timeLimit: run.timeLimit),
      tick: tick)
    // `swift test` loses output that it has not passed on when it is stopped.
    let isStopped = [.interrupted, .overtime].contains(result.ending)
    if !result.log.hasBegun, !isStopped, result.ending != .exited(0) {
      throw .input(
        """
        `\(host.command)` does not come to run the tests:

        \(result.outputTail())
        """)
    }
    return MutationRecord(
      result, log: MutantEvent.all(inLog: log), expectedFirst: run.expectedFirst)
  }
}
