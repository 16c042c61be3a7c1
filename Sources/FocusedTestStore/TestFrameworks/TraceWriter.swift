import BehaviorLedger
import Core
import Foundation

/// Writes what a process's stores, clocks and stubs do to the file that `FOCUSED_TRACE` names.
///
/// Each event is a line, handed to the system at once: a test that crashes has told what it did.
package final class TraceWriter: Sendable {
  private struct State: Sendable {
    var storeCount = 0
    var events: [TraceEvent] = []
  }

  private let path: String?
  /// `nil` if events are kept in memory, or the file cannot be written.
  private let descriptor: Int32?
  private let state = Lock(State())

  /// Creates a writer that appends to a file.
  package init(file path: String) {
    self.path = path
    descriptor = JSONLines.open(path)
    guard let descriptor else {
      FileHandle.standardError.write(
        Data(
          "\(FailureMessages.traceNotWritable(path, String(cString: strerror(errno))))\n".utf8))
      return
    }
    JSONLines.append(TraceFormat.header, to: descriptor)
  }

  /// Creates a writer that keeps events and writes none.
  private init() {
    path = nil
    descriptor = nil
  }

  /// The number of a new store.
  func numberOfNewStore() -> Int {
    state.withLock { state in
      state.storeCount += 1
      return state.storeCount
    }
  }

  func write(_ event: TraceEvent) {
    guard path != nil else { return state.withLock { $0.events.append(event) } }
    if let descriptor { JSONLines.append(event.line, to: descriptor) }
  }

  /// Writes that a call begins.
  func call(_ kind: TracedCall.Kind, at callSite: CallSite) {
    write(
      .call(
        TracedCall(
          kind: kind, file: callSite.fileID.description, line: Int(callSite.line))))
  }

  /// Writes that a stub answers the call of an effect.
  func answer(of effect: EffectOrigin) { write(.answer(TracedAnswer(step: effect.step))) }
}

extension TraceWriter {
  /// The file comes from the environment, which is read once.
  private static let value: ProcessValue<TraceWriter> = {
    ProcessValue(EnvironmentVariable.trace.value.map { TraceWriter(file: $0) })
  }()

  /// The writer of a new store, or of a call that belongs to none; `nil` while nothing is traced.
  static var current: TraceWriter? { value.current }

  /// Whether anything is traced.
  package static var isOn: Bool { current != nil }

  /// Runs an operation whose stores, clocks and stubs are traced by this writer.
  nonisolated(nonsending) package func use(
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async rethrows {
    try await Self.value.withValue(self, operation)
  }

  /// Runs an operation, and returns what its stores, clocks and stubs did.
  nonisolated(nonsending) package static func tracing(
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async rethrows -> Trace {
    let writer = TraceWriter()
    try await writer.use(operation)
    return Trace(writer.state.withLock { $0.events })
  }
}
