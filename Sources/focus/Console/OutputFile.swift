import Foundation

/// A file that the tool was asked to write.
package struct OutputFile {
  private let path: String

  package init(_ path: String) { self.path = path }

  /// Throws if the file can't be written. Checks this before long work, as far as possible.
  package func check(what: String) throws(ToolError) {
    if let problem { throw error(what, problem) }
  }

  private var problem: String? {
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if exists, isDirectory.boolValue {
      return "that is a directory. Expected a file name."
    }
    if !FileManager.default.fileExists(atPath: folder) {
      return "there is no directory \(folder). Expected an existing directory."
    }
    return nil
  }

  package func write(_ text: String, what: String) throws(ToolError) {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw self.error(
        what, problem ?? "no file can be written there. Expected a writable location.")
    }
  }

  private func error(_ what: String, _ reason: String) -> ToolError {
    .input("\(what) cannot be written to \(path): \(reason)")
  }
}
