import Core
import Foundation
import TestEvents

/// A file to which this process appends events, one JSON object per line.
///
/// Each line is passed to the operating system in one call, so a test that crashes loses at most the line that it was
/// about to write. After a line that can't be written in full, nothing more is written, so that no other line is damaged.
final class EventFile: Sendable {
  enum Failure: Sendable {
    case noFile(reason: String)
    case noLine(reason: String)
  }

  private struct State: Sendable {
    var descriptor: Int32?
    var failure: Failure?
  }

  private let state: Lock<State>

  /// Opens a file, and creates it if it is missing.
  ///
  /// - Parameters:
  ///   - isNew: Whether the file must not exist yet.
  ///   - header: The first line, if there is one.
  init(at path: String, isNew: Bool = false, header: String? = nil) {
    if let descriptor = JSONLines.open(path, isNew ? O_EXCL : 0) {
      state = Lock(State(descriptor: descriptor))
      if let header { append(header) }
    } else {
      state = Lock(State(failure: .noFile(reason: String(cString: strerror(errno)))))
    }
  }

  deinit {
    if let descriptor = state.withLock({ $0.descriptor }) { close(descriptor) }
  }

  /// The reason why nothing more is written.
  var failure: Failure? { state.withLock { $0.failure } }

  /// Appends a line, including its line feed, unless an earlier line could not be written.
  func append(_ line: String) {
    guard
      let descriptor = state.withLock({ $0.failure == nil ? $0.descriptor : nil }),
      let reason = JSONLines.append(line, to: descriptor)
    else { return }
    state.withLock { $0.failure = .noLine(reason: reason) }
  }
}
