import BehaviorLedger
import Core
import Foundation
import Synchronization

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
    let descriptor = Foundation.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    self.descriptor = descriptor < 0 ? nil : descriptor
    append(TraceFormat.header)
    if descriptor < 0 {
      FileHandle.standardError.write(
        Data(
          "FOCUSED_TRACE: \(path) cannot be written: \(String(cString: strerror(errno))).\n".utf8))
    }
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
    if path == nil { state.withLock { $0.events.append(event) } } else { append(event.line) }
  }

  /// Writes that a call begins.
  func call(_ kind: TracedCall.Kind, at callSite: CallSite) {
    write(
      .call(
        TracedCall(
          kind: kind, file: callSite.fileID.description, line: Int(callSite.line))))
  }

  private func append(_ line: String) {
    guard let descriptor else { return }
    var rest = Array(line.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

extension TraceWriter {
  @TaskLocal private static var ofTask: TraceWriter?
  /// Whether a task has ever had one of its own: to ask the task takes as long as half a `send`.
  private static let isOfTasks = Atomic(false)

  /// The file comes from the environment, which is read once.
  private static let ofProcess: TraceWriter? = {
    let path = ProcessInfo.processInfo.environment["FOCUSED_TRACE"] ?? ""
    return path.isEmpty ? nil : TraceWriter(file: path)
  }()

  /// The writer of a new store, or of a call that belongs to none; `nil` while nothing is traced.
  static var current: TraceWriter? {
    isOfTasks.load(ordering: .relaxed) ? ofTask ?? ofProcess : ofProcess
  }

  /// Whether anything is traced.
  package static var isOn: Bool { current != nil }

  /// Runs an operation whose stores, clocks and stubs are traced by this writer.
  nonisolated(nonsending) package func use(
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async rethrows {
    Self.isOfTasks.store(true, ordering: .relaxed)
    try await Self.$ofTask.withValue(self) { try await operation() }
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

extension TracedCall.Kind {
  init?(_ call: StoreCall) {
    switch call {
    case .send: self = .send
    case .receive: self = .receive
    case .assertNotReceived: self = .assertNotReceived
    case .finish, .taskFinish: self = .finish
    case .settle: self = .settle
    case .skipReceivedActions: self = .skipReceivedActions
    case .skipInFlightEffects: self = .skipInFlightEffects
    case .taskCancel: return nil
    }
  }
}
