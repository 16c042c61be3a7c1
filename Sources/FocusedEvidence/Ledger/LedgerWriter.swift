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

  private let directory: String?
  /// `nil` if facts are kept in memory.
  private let file: EventFile?
  private let state = Lock(State())
  private let isFailureReported = Flag()

  /// Creates a writer of a file in a directory. Creates the directory if it is missing.
  package init(directory: String) {
    self.directory = directory
    file = EventFile(ofLedgerIn: directory)
  }

  /// Creates a writer that keeps facts in memory.
  package init() {
    directory = nil
    file = nil
  }

  /// The facts that have been written.
  package var facts: Set<LedgerFact> { state.withLock { $0.written } }

  /// Writes a fact of a test, unless it was already written.
  ///
  /// - Parameter creation: The line that created the store. It identifies the test if the test is
  ///   unknown.
  func write(
    _ fact: BehaviorLog.Fact, of test: LedgerTest?, assertedAt line: LedgerLocation?,
    storeAt creation: CallSite
  ) {
    write(
      LedgerFact(
        behavior: fact.behavior, mark: fact.mark, test: test ?? LedgerTest(ofStoreAt: creation),
        assertedAt: line), at: creation)
  }

  /// Writes a fact, unless it has been written.
  ///
  /// - Parameter callSite: The line at which to report, once, that the file can't be written.
  package func write(_ fact: LedgerFact, at callSite: CallSite) {
    guard let file else {
      state.withLock { _ = $0.written.insert(fact) }
      return
    }
    var key = fact
    key.assertedAt = nil
    guard state.withLock({ $0.written.insert(key).inserted }) else { return }
    append(fact.line, to: file, at: callSite)
  }

  /// Writes an assertion that asserts nothing, unless it has been written.
  func write(_ assertion: VacuousAssertion, at callSite: CallSite) {
    guard let file, state.withLock({ $0.vacuous.insert(assertion).inserted }) else { return }
    append(assertion.ledgerLine, to: file, at: callSite)
  }

  private func append(_ line: String, to file: EventFile, at callSite: CallSite) {
    file.append(line)
    guard let directory, let failure = file.failure else { return }
    if isFailureReported.raise() {
      Issues.report(
        FailureMessages.ledgerNotWritable(directory, failure), severity: .note, at: callSite)
    }
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

extension LedgerTest {
  /// The line that created a store, in place of an unknown test.
  init(ofStoreAt creation: CallSite) {
    let location = LedgerLocation(creation)
    self.init(name: location.description, location: location)
  }
}

extension LedgerLocation {
  init(_ callSite: CallSite) {
    self.init(file: "\(callSite.fileID)", line: Int(callSite.line))
  }
}
