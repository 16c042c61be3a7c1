import Foundation

/// A temporary directory for one test. It is removed with the value.
package final class TemporaryDirectory: Sendable {
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "focused-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the directory.
  package func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Writes a file, and creates its folder first.
  package func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: self(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  package func read(_ name: String) throws -> String {
    try String(contentsOfFile: self(name), encoding: .utf8)
  }
}
