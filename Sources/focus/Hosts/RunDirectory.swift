import Foundation

/// A directory for the files of one session.
package struct RunDirectory: Sendable {
  package let path: String

  /// When the session began.
  let start = Date()

  private init() throws(ToolError) {
    path = NSTemporaryDirectory() + "focus-" + UUID().uuidString
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .input("No directory can be created at \(path). Expected a writable location.")
    }
  }

  package func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Runs an operation with a directory, which is removed afterwards, even if the operation is interrupted.
  package static func whileUsed<Result>(
    _ operation: (RunDirectory) throws(ToolError) -> Result
  ) throws(ToolError) -> Result {
    try Interruption.whileWatched { () throws(ToolError) in
      let directory = try RunDirectory()
      defer { try? FileManager.default.removeItem(atPath: directory.path) }
      return try operation(directory)
    }
  }
}
