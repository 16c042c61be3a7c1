import Foundation
import Synchronization

/// The claim of a command on the copy of a package. One command has it at a time.
///
/// Two commands that edit and build one copy would run each other's sources. The system ends the claim with the
/// process, also if the process is killed.
package final class CopyClaim: Sendable {
  private let file = Mutex<Int32?>(nil)

  package init() {}

  deinit {
    if let file = file.withLock(\.self) { close(file) }
  }

  /// Claims a copy. The claim lasts as long as this value.
  ///
  /// - Throws: An error with the process that has the copy, if another one has it.
  package func claim(_ copy: PackageCopy) throws(ToolError) {
    if file.withLock({ $0 != nil }) { return }
    let path = copy.directory + ".lock"
    try? FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    // Programs that this process starts must not have the claim, because they may outlive it.
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard opened >= 0 else {
      throw .input("\(path) cannot be written. Expected a place that is writable.")
    }
    // On a file system without locks, the work continues.
    if flock(opened, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      close(opened)
      let text = FileManager.default.contents(atPath: path) ?? Data()
      let process = Int32(String(decoding: text, as: UTF8.self)).map { ", process \($0)," }
      throw .input(
        "Another `focus`\(process ?? "") uses the copy of the package in \(copy.directory). "
          + "Run this command again when the other one has ended.")
    }
    let id = Array(String(getpid()).utf8)
    if ftruncate(opened, 0) == 0 { _ = pwrite(opened, id, id.count, 0) }
    file.withLock { $0 = opened }
  }
}
