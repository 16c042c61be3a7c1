import Core
import FocusedTestStore
import Foundation
import TestEvents

/// Writes the rows of a test's timeline to the file that `FOCUSED_TRACE` names.
package final class TraceWriter: ProcessWriter {
  private let file: EventFile
  private let timeline = Lock(TimelineBuilder())

  /// Creates a writer that appends to a file.
  package init(file path: String) {
    file = EventFile(at: path, header: Trace.header)
    if let failure = file.failure { printError(FailureMessages.traceNotWritable(path, failure)) }
  }

  /// Changes the timeline, and writes the rows that are new or different.
  ///
  /// Writes under the lock, so that the lines of several threads are in the order of their events.
  func show(_ change: (inout TimelineBuilder) -> Void) {
    timeline.withLock { timeline in
      change(&timeline)
      for (number, row) in timeline.takeChanges() {
        file.append(TimelineRow.line(row, number: number, at: Date().timeIntervalSince1970))
      }
    }
  }
}

extension TraceWriter: CallListener {
  package func on(_ event: CallEvent) {
    switch event {
    case .call(let name, let callSite): show { $0.call(name, at: LedgerLocation(callSite)) }
    case .clock(let time, let deadline): show { $0.clock(from: time, to: deadline) }
    case .issue(let message, let isFailure, let place):
      let issue = TracedIssue(
        kind: isFailure ? .failure : .note, message: message, file: place?.file, line: place?.line)
      show { $0.issue(issue) }
    case .parked: break
    }
  }
}

extension TraceWriter {
  /// Whether the current run under a schedule is traced. `nil` outside such a run. A search traces only the runs that
  /// it shows.
  @TaskLocal package static var isRunTraced: Bool?

  /// The file is read from the environment once.
  package static let ofTask = TaskLocal(
    wrappedValue: TestProcess.isListing
      ? nil : EnvironmentVariable.trace.value.map { TraceWriter(file: $0) })

  /// The writer of a new store, or of a call without a store. `nil` if the process is not traced.
  package static var current: TraceWriter? { isRunTraced == false ? nil : ofTask.get() }
}
