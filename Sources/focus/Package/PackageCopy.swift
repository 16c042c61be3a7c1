import Foundation

/// A copy of a package, in which files can be added without touching the user's sources.
///
/// It stands in the package's own `.build`, and stays there: building it again takes as long as the
/// changes do. Only files that differ are written, so that no others are compiled again.
package struct PackageCopy: Sendable {
  package let directory: String
  private let original: String

  package init(of package: String) {
    original = package
    // Of the same name, because the names of directories tell packages apart.
    directory = package + "/.build/focus/" + (package as NSString).lastPathComponent
  }

  /// Makes the copy what the package is.
  ///
  /// - Parameters:
  ///   - unneeded: Files of the package that the copy is to do without.
  ///   - additions: Contents of files that the package does not have, or has otherwise.
  ///   - kept: Additions that stay as they are, unless files come or go.
  package func update(
    leavingOut unneeded: Set<String> = [], adding additions: [String: Data] = [:],
    keeping kept: Set<String> = []
  ) throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let wanted = Set(manager.files(below: original)).subtracting(unneeded).union(additions.keys)
    let present = Set(manager.files(below: directory))
    for path in present.subtracting(wanted) {
      try? manager.removeItem(atPath: directory + "/" + path)
    }
    for path in present == wanted ? wanted.subtracting(kept) : wanted {
      var contents = additions[path]
      if contents == nil {
        contents = manager.contents(atPath: original + "/" + path)
        if path == "Package.swift" || path.hasPrefix("Package@swift"), let text = contents {
          contents = Data(withAbsolutePaths(String(decoding: text, as: UTF8.self)).utf8)
        }
      }
      if let contents { try write(contents, to: path) }
    }
  }

  /// Writes a file of the copy, unless it is the same.
  package func write(_ contents: Data, to path: String) throws {
    let target = directory + "/" + path
    if FileManager.default.contents(atPath: target) == contents { return }
    let url = URL(fileURLWithPath: target)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try contents.write(to: url)
  }

  /// Writes a source of the copy, unless it is the same.
  func write(_ text: String, to path: String) throws(ToolError) {
    do {
      try write(Data(text.utf8), to: path)
    } catch {
      throw .input("\(directory)/\(path) cannot be written: \(error.localizedDescription)")
    }
  }

  /// A manifest whose dependencies by path are found from anywhere.
  private func withAbsolutePaths(_ manifest: String) -> String {
    manifest.replacing(/(\.package\([^)]*?path:\s*")([^"]*)(")/) { match in
      let path = String(match.2)
      guard !path.hasPrefix("/") else { return String(match.0) }
      return "\(match.1)\((original + "/" + path).withoutDots)\(match.3)"
    }
  }
}

extension String {
  /// The path without `.` and `..`. Links stay, because the name of a package is that of its directory.
  fileprivate var withoutDots: String {
    "/"
      + split(separator: "/").reduce(into: [Substring]()) { parts, part in
        if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
      }.joined(separator: "/")
  }
}
