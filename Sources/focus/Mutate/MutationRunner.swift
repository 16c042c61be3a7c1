import Foundation
import TestEvents

/// Runs tests with a plan of mutants, and reads the results.
package struct MutationRunner {
  private let host: any TestHost
  private let ledger: String

  /// - Parameter ledger: The directory that the tests write what they exercise to.
  package init(_ host: any TestHost, ledger: String) {
    self.host = host
    self.ledger = ledger
  }

  /// The ledger that the tests have written; empty if no test has made a store.
  package var written: Ledger {
    get throws(ToolError) {
      guard FileManager.default.fileExists(atPath: ledger) else { return Ledger() }
      do throws(LedgerReadingError) {
        return try Ledger(directories: [ledger])
      } catch .emptyDirectory {
        return Ledger()
      } catch {
        throw .input(error.text)
      }
    }
  }

  package var facts: [LedgerFact] {
    get throws(ToolError) { Array(try written.facts) }
  }
}

extension MutationRunner {
  /// - Parameter tick: Called about ten times per second during the run.
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

/// The tests and mutants of a run.
package struct MutationRequest: Hashable, Sendable {
  /// The mutants, by the names of their tests; none for a run that shows how the tests end without.
  package var mutants: [String: MutantSubject] = [:]

  /// The mutant of the test of XCTest that the process runs first.
  package var firstMutant: MutantSubject?

  /// The test that this is, as far as is known.
  package var expectedFirst: String?

  package var selection = TestSelection.all

  /// Whether the mutants are switched in the source.
  package var isOfSource = false

  /// Whether the tests write what they exercise to the ledger.
  package var writesLedger = false

  package var timeLimit: Duration?
}
