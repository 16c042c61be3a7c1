import Foundation

/// The Swift files of the running program. Each file is read once per process.
package enum SourceFiles {
  /// An `NSLock`, because on Linux, the thread sanitizer reports false races for a `Mutex` (Swift 6.3).
  private static let lock = NSLock()
  /// Unsafe, because only the thread that holds the lock accesses the cache.
  private nonisolated(unsafe) static var cache = SourceCache()

  /// The source of a file. It is empty if the file cannot be read.
  package static func source(of path: String) -> SwiftSource {
    lock.withLock { cache.source(of: path) }
  }

  /// The sources of the other Swift files in the folder of a file, except those that were edited since the program was
  /// linked.
  package static func sources(beside path: String) -> [SwiftSource] {
    lock.withLock { cache.sources(beside: path) }
  }

  /// The source of a file, and the call at a line and a column; `nil` if the file was edited since the program was
  /// linked.
  package static func call(
    in path: String, atLine line: Int, column: Int
  ) -> (source: SwiftSource, call: MethodCall?) {
    let (source, isCurrent) = lock.withLock { (cache.source(of: path), cache.isCurrent(path)) }
    return (source, isCurrent ? source.call(atLine: line, column: column) : nil)
  }
}

private struct SourceCache {
  private var files: [String: SwiftSource] = [:]
  private var areCurrent: [String: Bool] = [:]
  /// The time at which the program was linked, or else at which it started.
  private let dateOfProgram: Date

  init() {
    // The tests' program, or on Darwin the binary in their bundle, has this class.
    dateOfProgram =
      Bundle(for: Anchor.self).executablePath.flatMap { Self.modificationDate(of: $0) } ?? Date()
  }

  private final class Anchor {}

  mutating func source(of path: String) -> SwiftSource {
    if let known = files[path] { return known }
    let source = SwiftSource((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
    files[path] = source
    return source
  }

  mutating func sources(beside path: String) -> [SwiftSource] {
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
  mutating func isCurrent(_ path: String) -> Bool {
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
