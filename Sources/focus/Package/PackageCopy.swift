import Foundation
import SourceReading

/// A copy of a package, where the tool adds files without touching the user's sources.
///
/// The copy stays in the package's `.build` directory, so later builds are incremental. Only files that differ are
/// written, so that no others are compiled again. Instead of links, the copy has the linked files, because writing through
/// a link would change the user's sources.
package struct PackageCopy: Sendable {
  package let directory: String
  private let original: String

  package init(of package: String) {
    original = package
    // The directory keeps the package's name, because SwiftPM identifies packages by directory names.
    directory = package + "/.build/focus/" + (package as NSString).lastPathComponent
  }

  /// Updates the copy to the package's current files.
  ///
  /// - Parameter additions: Contents of files that the package does not have, or that differ in the copy.
  package func update(adding additions: [String: Data] = [:]) throws(ToolError) {
    do {
      let manager = FileManager.default
      let files = Set(manager.linkedFiles(below: original)).union(additions.keys)
      for path in Set(manager.files(below: directory)).subtracting(files) {
        try? manager.removeItem(atPath: directory + "/" + path)
      }
      for path in files {
        removeFolder(at: path)
        guard let contents = additions[path] ?? contents(of: path) else { continue }
        try write(contents, to: path)
      }
    } catch {
      throw .input("The package cannot be copied to \(directory): \(error.localizedDescription)")
    }
  }

  /// Writes a file of the copy, unless its contents are the same.
  package func write(_ contents: Data, to path: String) throws {
    let target = directory + "/" + path
    if FileManager.default.contents(atPath: target) == contents { return }
    let url = URL(fileURLWithPath: target)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try contents.write(to: url)
  }

  /// Removes a folder of the copy that is a file in the package.
  private func removeFolder(at path: String) {
    var isFolder: ObjCBool = false
    let target = directory + "/" + path
    if FileManager.default.fileExists(atPath: target, isDirectory: &isFolder), isFolder.boolValue {
      try? FileManager.default.removeItem(atPath: target)
    }
  }

  /// Writes a source of the copy, unless its text is the same.
  func write(_ text: String, to path: String) throws(ToolError) {
    do {
      try write(Data(text.utf8), to: path)
    } catch {
      throw .input("\(directory)/\(path) cannot be written: \(error.localizedDescription)")
    }
  }

  private func contents(of path: String) -> Data? {
    let contents = FileManager.default.contents(atPath: original + "/" + path)
    guard path == "Package.swift" || path.hasPrefix("Package@swift") else { return contents }
    return contents.map { Data(withAbsolutePaths(String(decoding: $0, as: UTF8.self)).utf8) }
  }

  /// A manifest with absolute paths of local dependencies, so that it works in another directory.
  private func withAbsolutePaths(_ manifest: String) -> String {
    manifest.replacing(/(\.package\([^)]*?path:\s*")([^"]*)(")/) { match in
      let path = String(match.2)
      guard !path.hasPrefix("/") else { return String(match.0) }
      return "\(match.1)\((original + "/" + path).withoutDots)\(match.3)"
    }
    // The path of a dependency can also be a constant.
    .replacing(/"(\.\.?\/[^"\\]*)"/) { match in
      let path = (original + "/" + match.1).withoutDots
      let isPackage = FileManager.default.fileExists(atPath: path + "/Package.swift")
      return isPackage ? "\"\(path)\"" : String(match.0)
    }
  }
}

extension String {
  /// The path without `.` and `..`. Links aren't resolved, because a package has the name of its directory.
  fileprivate var withoutDots: String {
    "/"
      + split(separator: "/").reduce(into: [Substring]()) { parts, part in
        if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
      }.joined(separator: "/")
  }
}

extension FileManager {
  /// The files below a directory, including those behind links.
  ///
  /// - Parameter seen: The directories that lead to this one. Following a link to one of them would never end.
  fileprivate func linkedFiles(below directory: String, seen: Set<String> = []) -> [String] {
    let seen = seen.union([URL(fileURLWithPath: directory).resolvingSymlinksInPath().path])
    return files(below: directory).flatMap { path in
      let target = URL(fileURLWithPath: directory + "/" + path).resolvingSymlinksInPath().path
      var isDirectory: ObjCBool = false
      guard fileExists(atPath: target, isDirectory: &isDirectory) else { return [String]() }
      guard isDirectory.boolValue else { return [path] }
      let encloses = seen.contains { ($0 + "/").hasPrefix(target == "/" ? "/" : target + "/") }
      return encloses ? [] : linkedFiles(below: target, seen: seen).map { path + "/" + $0 }
    }
  }

  /// The files below a directory, without hidden folders and build products.
  ///
  /// - Parameter isLeftOut: Whether a directory is skipped.
  func files(
    below directory: String, leavingOut isLeftOut: (String) -> Bool = { _ in false }
  ) -> [String] {
    guard let paths = enumerator(atPath: directory) else { return [] }
    // The settings of the package, such as the mirrors of its dependencies.
    let settings = [".swiftpm", ".swiftpm/configuration"]
    var files: [String] = []
    for case let path as String in paths {
      let name = (path as NSString).lastPathComponent
      let isHidden = name.hasPrefix(".")
      guard let type = paths.fileAttributes?[.type] as? FileAttributeType else { continue }
      switch type {
      case .typeDirectory:
        // Xcode's build products are at the top. Other folders with their name are sources.
        let isSkipped = isHidden && !settings.contains(path) || path == "DerivedData"
        let isBesideSettings = path.hasPrefix(".swiftpm/") && !settings.contains(path)
        if isSkipped || isBesideSettings || isLeftOut(path) { paths.skipDescendants() }
      // A hidden file can be all that a resource folder contains. `.git` is a file in a worktree.
      case .typeRegular where name != ".git": files.append(path)
      case .typeSymbolicLink where !isHidden: files.append(path)
      default: break
      }
    }
    return files
  }
}

extension [String] {
  /// The Swift sources at these paths.
  func swiftSources(in directory: String) -> [String: SwiftSource] {
    reduce(into: [:]) { sources, path in
      guard path.hasSuffix(".swift"),
        let data = FileManager.default.contents(atPath: directory + "/" + path)
      else { return }
      sources[path] = SwiftSource(bytes: [UInt8](data))
    }
  }
}
