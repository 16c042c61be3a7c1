import Foundation
import Synchronization

/// A command's exclusive claim on a directory below `.build/focus`.
///
/// Two commands that edit and build the same copy of a package would run each other's sources. The system releases the
/// claim when the process ends, even if the process is killed.
package final class DirectoryClaim: Sendable {
  private let file = Mutex<FileHandle?>(nil)

  package init() {}

  /// Claims a directory. The claim lasts as long as this value.
  ///
  /// - Parameter content: A noun for the error, such as "the copy of the package".
  /// - Throws: An error if another process has the directory.
  package func claim(_ directory: String, of content: String) throws(ToolError) {
    if file.withLock({ $0 != nil }) { return }
    let path = directory + ".lock"
    try? FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    // Child processes must not inherit the claim, because they may outlive this process.
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw .input("\(path) cannot be written. Expected a writable location.")
    }
    let opened = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    // Some file systems don't support locks. The command then runs without a claim.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      throw .input(
        "Another `focus` is using \(content) in \(directory). "
          + "Run this command again after it ends.")
    }
    file.withLock { $0 = opened }
  }
}
