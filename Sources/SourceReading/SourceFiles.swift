import Foundation

/// The Swift files of the running program. Each file is read once per process.
package enum SourceFiles {
  /// Whether a file is current: unchanged since the running program was linked. After an edit, a line may contain
  /// another closure.
  private typealias File = (source: SwiftSource, isCurrent: Bool)

  /// An `NSLock`, because on Linux, the thread sanitizer reports false races for a `Mutex` (Swift 6.3).
  private static let lock = NSLock()
  /// Unsafe, because only the thread that holds the lock accesses the files.
  private nonisolated(unsafe) static var files: [String: File] = [:]

  /// The time at which the program was linked, or else at which it started.
  private static let dateOfProgram =
    // The tests' program, or on Darwin the binary in their bundle, has this class.
    Bundle(for: Anchor.self).executablePath.flatMap(modificationDate) ?? Date()

  private final class Anchor {}

  /// The source of a file, and the call at a line and a column; `nil` if the file was edited since the program was
  /// linked.
  package static func call(
    in path: String, atLine line: Int, column: Int
  ) -> (source: SwiftSource, call: MethodCall?) {
    let (source, isCurrent) = file(at: path)
    return (source, isCurrent ? source.call(atLine: line, column: column) : nil)
  }

  /// Whether a file was changed since the program was linked.
  package static func isStale(_ path: String) -> Bool { !file(at: path).isCurrent }

  private static func file(at path: String) -> File {
    lock.withLock {
      if let known = files[path] { return known }
      let data = FileManager.default.contents(atPath: path) ?? Data()
      let date = modificationDate(of: path)
      let file: File = (
        SwiftSource(bytes: [UInt8](data)), date.map { $0 <= dateOfProgram } ?? true
      )
      files[path] = file
      return file
    }
  }

  private static func modificationDate(of path: String) -> Date? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date
  }
}
