import Foundation
import SourceReading

/// A copy of a package, where the tool adds files without touching the user's sources.
///
/// The copy stays in the package's `.build` directory, so later builds are incremental. Only files that differ are
/// written, so that no others are compiled again.
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
  /// - Parameters:
  ///   - unneeded: Files of the package that the copy leaves out.
  ///   - additions: Contents of files that the package does not have, or that differ in the copy.
  package func update(
    leavingOut unneeded: Set<String> = [], adding additions: [String: Data] = [:]
  ) throws(ToolError) {
    do {
      let manager = FileManager.default
      var (files, links) = tree(without: unneeded, additions: Set(additions.keys))
      files.subtract(unneeded)
      files.formUnion(additions.keys)
      let wanted = files.union(links.keys)
      let present = Set(manager.files(below: directory))
      for path in present.subtracting(wanted) {
        try? manager.removeItem(atPath: directory + "/" + path)
      }
      for (path, destination) in links { try link(path, to: destination) }
      for path in files {
        guard let contents = additions[path] ?? contents(of: path) else { continue }
        // Writing to a link changes the file behind it.
        if manager.destination(ofLink: directory + "/" + path) != nil {
          try manager.removeItem(atPath: directory + "/" + path)
        }
        try write(contents, to: path)
        try setMode(of: path)
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

  /// Writes a source of the copy, unless its text is the same.
  func write(_ text: String, to path: String) throws(ToolError) {
    do {
      try write(Data(text.utf8), to: path)
    } catch {
      throw .input("\(directory)/\(path) cannot be written: \(error.localizedDescription)")
    }
  }

  /// The files and the links of the copy, each link with its destination.
  ///
  /// A link stays a link if its destination is in the copy as well. Otherwise the copy gets the linked files, because
  /// writing through a link to the original would change the user's sources.
  private func tree(
    without unneeded: Set<String>, additions: Set<String>
  ) -> (files: Set<String>, links: [String: String]) {
    let manager = FileManager.default
    var files: Set<String> = []
    var links: [String: String] = [:]
    for path in manager.files(below: original) {
      guard let destination = manager.destination(ofLink: original + "/" + path) else {
        files.insert(path)
        continue
      }
      let isAdded = additions.contains { $0 == path || $0.hasPrefix(path + "/") }
      if !isAdded, let kept = destinationInCopy(ofLink: path, to: destination, without: unneeded) {
        links[path] = kept
      } else {
        files.formUnion(manager.linkedFiles(at: path, in: original))
      }
    }
    return (files, links)
  }

  /// The destination of a link in the copy; `nil` if the copy does not have the destination.
  private func destinationInCopy(
    ofLink path: String, to destination: String, without unneeded: Set<String>
  ) -> String? {
    let folder = (original + "/" + path as NSString).deletingLastPathComponent
    let target =
      (destination.hasPrefix("/") ? destination : folder + "/" + destination).withoutDots
    let root = original.withoutDots + "/"
    guard target.hasPrefix(root) else { return nil }
    let inside = String(target.dropFirst(root.count))
    let isCopied = inside.split(separator: "/").allSatisfy {
      !$0.hasPrefix(".") && $0 != "DerivedData"
    }
    return isCopied && !unneeded.contains(inside) ? directory + "/" + inside : nil
  }

  private func link(_ path: String, to destination: String) throws {
    let manager = FileManager.default
    let place = directory + "/" + path
    if manager.destination(ofLink: place) == destination { return }
    try? manager.removeItem(atPath: place)
    try manager.createDirectory(
      atPath: (place as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try manager.createSymbolicLink(atPath: place, withDestinationPath: destination)
  }

  /// Gives a file the same mode as in the package, and makes it writable by its owner.
  private func setMode(of path: String) throws {
    let manager = FileManager.default
    let file = URL(fileURLWithPath: original + "/" + path).resolvingSymlinksInPath().path
    guard let mode = try? manager.attributesOfItem(atPath: file)[.posixPermissions] as? Int else {
      return
    }
    try manager.setAttributes(
      [.posixPermissions: mode | 0o600], ofItemAtPath: directory + "/" + path)
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
  /// The destination of a link; `nil` if the path isn't a link.
  fileprivate func destination(ofLink path: String) -> String? {
    try? destinationOfSymbolicLink(atPath: path)
  }

  /// The files behind a link, with paths below the link: the linked file, or the files of a linked directory.
  fileprivate func linkedFiles(
    at path: String, in root: String, seen: Set<String> = []
  ) -> [String] {
    let target = URL(fileURLWithPath: root + "/" + path).resolvingSymlinksInPath().path
    var isDirectory: ObjCBool = false
    guard fileExists(atPath: target, isDirectory: &isDirectory) else { return [] }
    guard isDirectory.boolValue else { return [path] }
    // Following a link to an enclosing directory would never end.
    guard !seen.contains(target), !(root + "/").hasPrefix(target == "/" ? "/" : target + "/")
    else { return [] }
    return files(below: target).flatMap { file in
      destination(ofLink: target + "/" + file) == nil
        ? [path + "/" + file]
        : linkedFiles(at: path + "/" + file, in: root, seen: seen.union([target]))
    }
  }

  /// The files below a directory, without hidden files and build products.
  ///
  /// - Parameter isLeftOut: Whether a directory is skipped.
  func files(
    below directory: String, leavingOut isLeftOut: (String) -> Bool = { _ in false }
  ) -> [String] {
    guard let paths = enumerator(atPath: directory) else { return [] }
    var files: [String] = []
    for case let path as String in paths {
      let name = (path as NSString).lastPathComponent
      let isHidden = name.hasPrefix(".") || name == "DerivedData"
      guard let type = paths.fileAttributes?[.type] as? FileAttributeType else { continue }
      switch type {
      case .typeDirectory: if isHidden || isLeftOut(path) { paths.skipDescendants() }
      case .typeRegular where !isHidden || name == ".swift-format": files.append(path)
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
