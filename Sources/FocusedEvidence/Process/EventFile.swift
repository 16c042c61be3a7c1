import Core
import FocusedTestStore
import Foundation
import TestEvents

/// A file to which this process appends events, one JSON object per line.
///
/// Each line is passed to the operating system in one call, so a test that crashes loses at most the line that it was
/// about to write. After a line that can't be written in full, nothing more is written, so that no other line is damaged.
final class EventFile: Sendable {
  /// Negative if the file can't be opened.
  private let descriptor: Int32
  private let problem: Lock<String?>

  /// Opens a file, and creates it if it is missing.
  ///
  /// - Parameters:
  ///   - isNew: Whether the file must not exist yet.
  ///   - header: The first line, if there is one.
  init(at path: String, isNew: Bool = false, header: String? = nil) {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (isNew ? O_EXCL : 0)
    descriptor = open(path, flags, 0o644)
    problem = Lock(descriptor < 0 ? FailureMessages.noFile(String(cString: strerror(errno))) : nil)
    if let header { append(header) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The reason why nothing more is written, as a sentence.
  var failure: String? { problem.withLock(\.self) }

  /// Appends a line, including its line feed, unless an earlier line could not be written.
  ///
  /// It appends in one call, so that the system doesn't mix the line with those of other threads. It fails, for example,
  /// if the disk is full.
  func append(_ line: String) {
    guard failure == nil else { return }
    var rest = Array(line.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let reason = String(cString: strerror(errno))
        return problem.withLock { $0 = FailureMessages.noLine(reason) }
      }
      rest = rest.dropFirst(count)
    }
  }
}
