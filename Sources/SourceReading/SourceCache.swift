import Foundation

/// A cache of Swift files. Each file is read once.
package struct SourceCache: Sendable {
  private var files: [String: SwiftSource] = [:]
  private var areCurrent: [String: Bool] = [:]
  /// The time at which the program was linked, or else at which it started.
  private let dateOfProgram: Date

  package init() {
    // The tests' program, or on Darwin the binary in their bundle, has this class.
    dateOfProgram =
      Bundle(for: Anchor.self).executablePath.flatMap { Self.modificationDate(of: $0) } ?? Date()
  }

  private final class Anchor {}

  /// Returns the source of a file. It is empty if the file cannot be read.
  package mutating func source(of path: String) -> SwiftSource {
    if let known = files[path] { return known }
    let source = SwiftSource((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
    files[path] = source
    return source
  }

  /// Returns the sources of the other Swift files in the folder of a file, except those that were edited since the
  /// program was linked.
  package mutating func sources(beside path: String) -> [SwiftSource] {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var sources: [SwiftSource] = []
    for name in names.sorted() where name.hasSuffix(".swift") {
      let other = folder.appendingPathComponent(name).path
      if other != path, isCurrent(other) { sources.append(source(of: other)) }
    }
    return sources
  }

  /// Returns whether a file is unchanged since the running program was built. After an edit, a line may contain another
  /// closure. The result for a file stays the same for the whole process, and so does its source.
  package mutating func isCurrent(_ path: String) -> Bool {
    if let known = areCurrent[path] { return known }
    let isCurrent = Self.modificationDate(of: path).map { $0 <= dateOfProgram } ?? true
    areCurrent[path] = isCurrent
    return isCurrent
  }

  private static func modificationDate(of path: String) -> Date? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date
  }
}
