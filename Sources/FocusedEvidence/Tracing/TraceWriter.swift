import TestEvents
import Core
import FocusedTestStore
import Foundation

/// Writes the events of a process's stores, clocks, and stubs to the file that `FOCUSED_TRACE` names.
package final class TraceWriter: ProcessWriter {
  private struct State: Sendable {
    var storeCount = 0
    var events: [TraceEvent] = []
  }

  /// `nil` if events are kept in memory.
  private let file: EventFile?
  private let state = Lock(State())

  /// Creates a writer that appends to a file.
  package init(file path: String) {
    let file = EventFile(at: path, header: Trace.header)
    self.file = file
    if let failure = file.failure { printError(FailureMessages.traceNotWritable(path, failure)) }
  }

  /// Creates a writer that keeps events in memory.
  package init() { file = nil }

  /// Returns the kept events, and removes them.
  package func take() -> [TraceEvent] {
    state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
  }

  func numberOfNewStore() -> Int {
    state.withLock { state in
      state.storeCount += 1
      return state.storeCount
    }
  }

  package func write(_ event: TraceEvent) {
    if let file { return file.append(event.line(at: Date().timeIntervalSince1970)) }
    state.withLock { $0.events.append(event) }
  }
}

extension TraceWriter: CallListener {
  package func didCall(_ name: String, at callSite: CallSite) {
    guard let kind = TracedCall.Kind(rawValue: name) else { return }
    write(.call(TracedCall(kind: kind, file: "\(callSite.fileID)", line: Int(callSite.line))))
  }

  package func didMove(from time: String, to deadline: String?) {
    write(.clock(TracedClock(from: time, to: deadline)))
  }

  package func didCall(stub: String, input: Any, hasRule: Bool, by caller: StubCaller?) {
    write(
      .stubCall(
        TracedStubCall(
          id: caller?.tracedID, stub: stub, input: Self.arguments(input), hasRule: hasRule)))
  }

  package func didAnswer(
    stub: String, input: Any, with output: Result<Any, any Error>, to caller: StubCaller
  ) {
    let text =
      switch output {
      case .success(let value): value is Void ? nil : String(traced: value)
      case .failure(let error): "throws \(String(traced: error))"
      }
    write(
      .answer(
        TracedAnswer(
          step: caller.effect.step, id: caller.tracedID, stub: stub,
          input: Self.arguments(input), output: text)))
  }

  package func didRecord(
    _ message: String, isFailure: Bool, at place: (file: String, line: Int)?
  ) {
    write(
      .issue(
        TracedIssue(
          kind: isFailure ? .failure : .note, message: message, file: place?.file,
          line: place?.line)))
  }

  private static func arguments(_ input: Any) -> String? {
    input is Void ? nil : String(traced: input)
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
  package static var current: TraceWriter? {
    isRunTraced == false ? nil : ofTask.get()
  }
}
