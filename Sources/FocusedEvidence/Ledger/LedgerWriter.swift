import Core
import FocusedTestStore
import Foundation
import TestEvents

/// Writes the facts of a process to its file of the ledger, each once.
///
/// The file belongs to one process. Its name contains the process ID and a random number, because containers that share
/// a directory have the same process IDs.
package final class LedgerWriter: ProcessWriter {
  private struct State: Sendable {
    var written: Set<LedgerFact> = []
    var vacuous: Set<VacuousAssertion> = []
  }

  private let directory: String
  private let file: EventFile
  private let state = Lock(State())
  private let isFailureReported = Flag()

  /// Creates a writer of a file in a directory. Creates the directory if it is missing.
  package init(directory: String) {
    self.directory = directory
    file = EventFile(ofLedgerIn: directory)
  }

  /// Writes a fact, unless it has been written.
  ///
  /// - Parameter callSite: The line at which to report, once, that the file can't be written.
  package func write(_ fact: LedgerFact, at callSite: CallSite) {
    var key = fact
    key.assertedAt = nil
    guard state.withLock({ $0.written.insert(key).inserted }) else { return }
    append(fact.line, at: callSite)
  }

  /// Writes an assertion that asserts nothing, unless it has been written.
  func write(_ assertion: VacuousAssertion, at callSite: CallSite) {
    guard state.withLock({ $0.vacuous.insert(assertion).inserted }) else { return }
    append(assertion.ledgerLine, at: callSite)
  }

  private func append(_ line: String, at callSite: CallSite) {
    file.append(line)
    guard let failure = file.failure, isFailureReported.raise() else { return }
    Issues.report(
      FailureMessages.ledgerNotWritable(directory, failure), severity: .note, at: callSite)
  }
}

extension LedgerWriter {
  /// The directory is read from the environment once.
  package static let ofTask = TaskLocal(
    wrappedValue: TestProcess.isListing
      ? nil : EnvironmentVariable.ledger.value.map { LedgerWriter(directory: $0) })
}

extension EventFile {
  /// Creates the file of this process in a ledger, and the directory if that is missing.
  fileprivate convenience init(ofLedgerIn directory: String) {
    let directory = URL(fileURLWithPath: directory)
    // If this fails, the creation of the file reports the error.
    try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let name = LedgerFormat.fileName(
      process: getpid(), distinction: String(UInt64.random(in: 0 ... .max), radix: 16))
    self.init(
      at: directory.appendingPathComponent(name).path, isNew: true, header: LedgerFormat.header)
  }
}

extension LedgerLocation {
  init(_ callSite: CallSite) {
    self.init(file: "\(callSite.fileID)", line: Int(callSite.line))
  }
}
