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

  /// Writes the whole file, or leaves it as it was.
  package func write(_ text: String, what: String) throws(ToolError) {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let attributes = try? FileManager.default.attributesOfItem(atPath: target.path)
    do {
      // Only a file can be replaced by another one. A pipe or `/dev/stdout` can't.
      guard attributes == nil || attributes?[.type] as? FileAttributeType == .typeRegular else {
        return try Data(text.utf8).write(to: target)
      }
      try replace(target, by: text, mode: attributes?[.posixPermissions])
    } catch {
      throw self.error(
        what, problem ?? "no file can be written there. Expected a writable location.")
    }
  }

  /// Replaces a file in one step, so that a full disk or the end of this process can't leave a part of it.
  private func replace(_ file: URL, by text: String, mode: Any?) throws {
    let manager = FileManager.default
    let new = file.deletingLastPathComponent()
      .appendingPathComponent(".focus-\(UUID().uuidString)")
    do {
      try Data(text.utf8).write(to: new)
      if let mode { try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: new.path) }
      guard rename(new.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      try? manager.removeItem(at: new)
      throw error
    }
  }

  private func error(_ what: String, _ reason: String) -> ToolError {
    .input("\(what) cannot be written to \(path): \(reason)")
  }
}
