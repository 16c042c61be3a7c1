import Foundation
import Synchronization

/// A command's exclusive claim on the copy of a package.
///
/// Two commands that edit and build the same copy would run each other's sources. The system releases the claim when
/// the process ends, even if the process is killed.
package final class CopyClaim: Sendable {
  private let file = Mutex<FileHandle?>(nil)

  package init() {}

  /// Claims a copy. The claim lasts as long as this value.
  ///
  /// - Throws: An error if another process has the copy.
  package func claim(_ copy: PackageCopy) throws(ToolError) {
    if file.withLock({ $0 != nil }) { return }
    let path = copy.directory + ".lock"
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
        "Another `focus` is using the copy of the package in \(copy.directory). "
          + "Run this command again after it ends.")
    }
    file.withLock { $0 = opened }
  }
}
