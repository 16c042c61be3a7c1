import Foundation

/// A file that the tool was asked to write.
package struct OutputFile {
  private let path: String

  package init(_ path: String) { self.path = path }

  /// Why it cannot be written, as far as can be told before; for work that takes its time first.
  package var problem: String? {
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if exists, isDirectory.boolValue {
      return "that is a directory. Expected the name of a file."
    }
    if !FileManager.default.fileExists(atPath: folder) {
      return "there is no directory \(folder). Expected one that exists."
    }
    return nil
  }

  /// The file of tests that an option names, which must not exist yet.
  package static func ofNewTests(
    _ option: String, in arguments: ParsedArguments
  ) throws(ToolError) -> String? {
    guard let path = arguments.value(of: option) else { return nil }
    if let problem = OutputFile(path).problem {
      throw .input("The tests cannot be written to \(path): \(problem)")
    }
    if FileManager.default.fileExists(atPath: path) {
      throw arguments.error("\(path) exists. Expected the name of a new file.")
    }
    return path
  }

  package func write(_ text: String, what: String) throws(ToolError) {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      let reason =
        problem ?? "no file can be written there. Expected a place that is writable."
      throw .input("\(what) cannot be written to \(path): \(reason)")
    }
  }
}
