import Foundation
import TestEvents

/// Runs tests with a plan of mutants, and reads the results.
package struct MutationRunner {
  let host: any TestHost

  /// The directory for the ledger that the tests write.
  let ledger: String

  /// The ledger that the tests wrote; empty if no test created a store.
  func written() throws(ToolError) -> Ledger {
    guard FileManager.default.fileExists(atPath: ledger) else { return Ledger() }
    do throws(LedgerReadingError) {
      return try Ledger(directories: [ledger])
    } catch {
      throw .input(error.text)
    }
  }

  func facts() throws(ToolError) -> [LedgerFact] { Array(try written().facts) }

  /// - Parameter tick: Called about ten times per second during the run.
  /// - Throws: An error if the package cannot be built, or `swift test` cannot be started.
  func run(_ run: MutationRequest, tick: () -> Void = {}) throws(ToolError) -> MutationRecord {
    // Several runs can be in progress at the same time.
    let id = UUID().uuidString
    let (plan, log) = (host.runs("plan-\(id).json"), host.runs("mutants-\(id).jsonl"))
    defer { for file in [plan, log] { try? FileManager.default.removeItem(atPath: file) } }
    do {
      try MutantPlan(log: log, mutants: run.mutants, switches: run.switches).write(to: plan)
      try Data().write(to: URL(fileURLWithPath: log))
    } catch {
      throw .input("Nothing can be written to \(host.runs.path): \(error)")
    }
    let result = try host.run(
      TestRequest(
        selection: run.selection,
        environment: [
          TestVariable.mutants.rawValue: plan,
          TestVariable.ledger.rawValue: run.writesLedger ? ledger : nil,
          TestVariable.patience.rawValue: run.patience,
        ],
        timeLimit: run.timeLimit),
      tick: tick)
    try result.checkBegun(by: host.command)
    return MutationRecord(result, log: MutantEvent.all(inLog: log), command: host.command)
  }
}

/// The tests and mutants of a run.
package struct MutationRequest: Hashable, Sendable {
  /// The mutants, by the names of their tests; empty for a run without mutants.
  package var mutants: [String: MutantSubject] = [:]

  /// The numbers of the switches that `focus split` turns in each test.
  package var switches: [String: [Int]] = [:]

  package var selection = TestSelection.all

  /// Whether the tests write a ledger of the behaviors that they exercise.
  package var writesLedger = false

  package var timeLimit: Duration?

  /// The maximum duration of a wait in a test, in seconds.
  package var patience: String?
}
