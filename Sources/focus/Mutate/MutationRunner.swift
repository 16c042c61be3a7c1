import TestEvents
import Foundation

/// Runs tests with mutants: hands the plan over, and reads what came of it.
package struct MutationRunner {
  private let runner: TestRunner
  private let ledger: String

  /// - Parameter ledger: The directory that the tests write what they exercise to.
  package init(_ runner: TestRunner, ledger: String) {
    self.runner = runner
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
    let plan = runner.directory + "/plan.json"
    let log = runner.directory + "/mutants.jsonl"
    do {
      try MutantPlan(
        log: log, mutants: run.mutants, firstMutant: run.firstMutant, isOfSource: run.isOfSource
      ).write(to: plan)
      try Data().write(to: URL(fileURLWithPath: log))
    } catch {
      throw .input("Nothing can be written to \(runner.directory): \(error)")
    }
    let result = try runner.run(
      TestRunner.Request(
        selection: run.selection,
        environment: [
          TestVariable.mutants.rawValue: plan,
          TestVariable.ledger.rawValue: run.writesLedger ? ledger : nil,
          // What several runs write counts together.
          TestVariable.run.rawValue: "focus",
        ],
        builds: run.builds, timeLimit: run.timeLimit),
      tick: tick)
    // What `swift test` has not passed on by the time it is stopped is lost.
    let isStopped = [.interrupted, .overtime].contains(result.ending)
    if !result.hasRunTests, !isStopped, result.ending != .exited(0) {
      throw .input(
        """
        `\(runner.command.joined(separator: " "))` does not come to run the tests:

        \(result.outputTail())
        """)
    }
    return MutationRecord(
      ending: result.ending, tests: result.events, log: MutantEvent.all(inLog: log),
      expectedFirst: run.expectedFirst, xctests: result.xctests,
      failedSuites: TestRunner.Result.failedSuites(in: result.output),
      duration: result.duration)
  }
}
