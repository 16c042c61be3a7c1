import Core
import FocusedTestStore
import Foundation
import TestEvents

/// Writes the rows of a test's timeline to the file that `FOCUSED_TRACE` names.
package final class TraceWriter: ProcessWriter {
  private struct State: Sendable {
    var storeCount = 0
    var timeline = TimelineBuilder()
    /// The lines, if there is no file.
    var text = ""
  }

  /// `nil` if lines are kept in memory.
  private let file: EventFile?
  private let state = Lock(State())

  /// Creates a writer that appends to a file.
  package init(file path: String) {
    let file = EventFile(at: path, header: Trace.header)
    self.file = file
    if let failure = file.failure { printError(FailureMessages.traceNotWritable(path, failure)) }
  }

  /// Creates a writer that keeps its lines in memory.
  package init() { file = nil }

  /// The lines that a writer without a file has written.
  package var text: String { state.withLock(\.text) }

  /// The number of a new store. It contains the process, because several processes can append to one file.
  func numberOfNewStore() -> Int {
    state.withLock { state in
      state.storeCount += 1
      return Int(getpid()) * 1_000_000 + state.storeCount
    }
  }

  /// Changes the timeline, and writes the rows that are new or different.
  func show(_ change: (inout TimelineBuilder) -> Void) {
    state.withLock { state in
      change(&state.timeline)
      for (number, row) in state.timeline.takeChanges() {
        write(
          TimelineRow.line(row, number: number, at: Date().timeIntervalSince1970), to: &state)
      }
    }
  }

  /// Called under the lock, so that the lines of several threads are in the order of their events.
  private func write(_ line: String, to state: inout State) {
    if let file { file.append(line) } else { state.text += line }
  }
}

extension TraceWriter: CallListener {
  package func on(_ event: CallEvent) {
    switch event {
    case .call(let name, let callSite): didCall(name, at: callSite)
    case .clock(let time, let deadline): show { $0.clock(from: time, to: deadline) }
    case .stubCall(let stub, let input, let hasRule, let caller):
      let call = Self.call(stub, input)
      show { $0.stubCall(call, hasRule: hasRule, by: caller?.tracedID) }
    case .answer(let stub, let input, let output, let caller):
      didAnswer(Self.call(stub, input), with: output, to: caller)
    case .issue(let message, let isFailure, let place):
      let issue = TracedIssue(
        kind: isFailure ? .failure : .note, message: message, file: place?.file, line: place?.line)
      show { $0.issue(issue) }
    case .parked, .unparked: break
    }
  }

  private func didCall(_ name: String, at callSite: CallSite) {
    guard let call = TimelineBuilder.Call(rawValue: name) else { return }
    show { $0.call(call, at: LedgerLocation(callSite)) }
  }

  private func didAnswer(
    _ call: String, with output: Result<Any, any Error>, to caller: StubCaller
  ) {
    let result =
      switch output {
      case .success(is Void): "returns"
      case .success(let value): "returns \(String(traced: value))"
      case .failure(let error): "throws \(String(traced: error))"
      }
    show { $0.answer(call, result, to: caller.tracedID) }
  }

  private static func call(_ stub: String, _ input: Any) -> String {
    "\(stub)(\(input is Void ? "" : String(traced: input)))"
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
