import TestEvents
import Core
import FocusedTestStore
import Foundation

/// Writes the facts of a process to its file of the ledger, each once.
///
/// A line is handed to the operating system as a whole, in one call, so a test that crashes costs at most
/// the line that it was about to write. The file belongs to one process: its name has the process's id,
/// and a number because containers that share a directory have the same ids.
package final class LedgerWriter: Sendable {
  private struct State: Sendable {
    var written: Set<LedgerFact> = []
    var file = LedgerFile.unopened
    var hasReported = false
    var looks: [RunningTest: LookCounter] = [:]
    /// The facts of a test whose name is not known yet.
    var unnamed: [Unnamed] = []
  }

  private struct Unnamed: Sendable {
    let fact: LedgerFact
    let creation: CallSite
  }

  private let directory: String?
  private let state = Lock(State())

  /// Creates a writer of a file in a directory, which is created if it is missing.
  ///
  /// The file is created here and not with the first fact, because that would happen under the lock of the facts.
  package init(directory: String, run: String = TestRun.ofProcess) {
    self.directory = directory
    let file = LedgerFile(directory: directory, run: run, process: getpid())
    state.withLock { $0.file = file }
  }

  /// Creates a writer that keeps facts and writes none.
  package init() {
    directory = nil
  }

  /// The facts so far.
  package var facts: Set<LedgerFact> { state.withLock { $0.written } }

  /// What tests of this run and of earlier ones have exercised in the features that a test exercises, and this
  /// test has not. Reads the directory.
  package func behaviors(missedBy test: RunningTest) -> Set<Behavior> {
    guard let directory, let test = test.known,
      let ledger = try? Ledger(directories: [directory])
    else { return [] }
    let own = Set(facts.lazy.filter { $0.test.name == test.name }.map(\.behavior))
    let features = Set(own.map(\.feature))
    return Set(ledger.facts(ofAllRuns: true).map(\.behavior)).subtracting(own)
      .filter { features.contains($0.feature) && $0.outcome.kind.canBeSwitchedOff }
  }

  /// The steps of a test that have been looked at. Each store without a test counts for itself.
  func looks(in test: RunningTest) -> LookCounter {
    guard case .known = test else { return LookCounter() }
    return state.withLock { state in
      let looks = state.looks[test] ?? LookCounter()
      state.looks[test] = looks
      return looks
    }
  }

  /// Writes a fact of a test, unless it has been written.
  ///
  /// - Parameter creation: The line that created the store; it stands for a test that is not known.
  func write(
    _ fact: BehaviorLog.Fact, of test: RunningTest, assertedAt line: LedgerLocation?,
    storeAt creation: CallSite
  ) {
    let ledgerFact = LedgerFact(
      behavior: fact.behavior, mark: fact.mark, test: LedgerTest(test.known, orStoreAt: creation),
      assertedAt: line)
    if case .namedAtEnd = test, directory != nil {
      let isFirst = state.withLock { state in
        state.unnamed.append(Unnamed(fact: ledgerFact, creation: creation))
        return state.unnamed.count == 1
      }
      if isFirst { UnnamedTest.whenNamed { self.nameTest($0) } }
    } else {
      write(ledgerFact, at: creation)
    }
  }

  /// Writes the facts of the test whose name was not known.
  ///
  /// - Parameter name: `nil` if it never will be.
  private func nameTest(_ name: String?) {
    let unnamed = state.withLock { state in
      defer { state.unnamed = [] }
      return state.unnamed
    }
    for one in unnamed {
      var fact = one.fact
      if let name { fact.test = LedgerTest(RunningTest.inXCTest(name, one.creation)) }
      write(fact, at: one.creation)
    }
  }

  /// Writes a fact, unless it has been written.
  ///
  /// - Parameter callSite: The line at which to report that nothing can be written, once.
  package func write(_ fact: LedgerFact, at callSite: CallSite) {
    var key = fact
    key.assertedAt = nil
    let file = state.withLock { state in
      let isNew = state.written.insert(directory == nil ? fact : key).inserted
      return isNew && directory != nil ? state.file : nil
    }
    switch file {
    case .open(let descriptor):
      guard let reason = JSONLines.append(fact.line, to: descriptor) else { return }
      // Nothing is written after a line that is cut off, so that it spoils no other.
      state.withLock { $0.file = .failed(reason: FailureMessages.cutLine(reason)) }
      reportFailure(at: callSite)
    case .failed:
      reportFailure(at: callSite)
    case .unopened, nil:
      break
    }
  }

  private func reportFailure(at callSite: CallSite) {
    let reason = state.withLock { state -> String? in
      guard case .failed(let reason) = state.file, !state.hasReported else { return nil }
      state.hasReported = true
      return reason
    }
    guard let reason else { return }
    Issues.report(
      FailureMessages.ledgerNotWritable(directory ?? "", reason: reason), severity: .note,
      at: callSite)
  }
}

extension LedgerWriter {
  /// The directory comes from the environment, which is read once.
  private static let value: ProcessValue<LedgerWriter> = {
    let directory = TestProcess.isListing ? nil : EnvironmentVariable.ledger.value
    return ProcessValue(directory.map { LedgerWriter(directory: $0) })
  }()

  /// The writer for a new store; `nil` while no ledger is written.
  package static var current: LedgerWriter? { value.current }

  /// Runs an operation whose stores use this writer.
  nonisolated(nonsending) package func use(
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async rethrows {
    try await Self.value.withValue(self, operation)
  }
}

/// The file of a process in a ledger.
private enum LedgerFile: Sendable {
  case unopened
  case open(descriptor: Int32)
  case failed(reason: String)

  /// Creates the file, and its directory if that is missing.
  init(directory: String, run: String, process: Int32) {
    let run = LedgerRun(id: run, beginningIn: directory)
    let directory = URL(fileURLWithPath: directory).appendingPathComponent(run.nameOfDirectory).path
    Self.create(directory)
    let header = LedgerFormat.header(of: run)
    let number = String(UInt64.random(in: 0 ... .max), radix: 16)
    let name = LedgerFormat.fileName(run: run.id, process: process, distinction: number)
    let path = URL(fileURLWithPath: directory).appendingPathComponent(name).path
    guard let descriptor = JSONLines.open(path, O_EXCL) else {
      self = .failed(reason: FailureMessages.noFile(String(cString: strerror(errno))))
      return
    }
    if let reason = JSONLines.append(header, to: descriptor) {
      self = .failed(reason: FailureMessages.noLine(reason))
    } else {
      self = .open(descriptor: descriptor)
    }
  }

  /// Creates a directory and those around it. Whether that has succeeded shows when a file is created.
  private static func create(_ directory: String) {
    var end = directory.startIndex
    while end < directory.endIndex {
      end = directory[directory.index(after: end)...].firstIndex(of: "/") ?? directory.endIndex
      _ = mkdir(String(directory[..<end]), 0o777)
    }
  }
}

extension LedgerTest {
  init(_ test: IdentifiedTest) {
    self.init(name: test.name, file: test.file, line: test.line)
  }

  /// A test, or if none is known, the line that created a store.
  init(_ test: IdentifiedTest?, orStoreAt creation: CallSite) {
    if let test {
      self.init(test)
    } else {
      let location = LedgerLocation(creation)
      self.init(name: location.description, location: location)
    }
  }
}

extension LedgerLocation {
  init(_ callSite: CallSite) {
    self.init(file: "\(callSite.fileID)", line: Int(callSite.line))
  }
}
