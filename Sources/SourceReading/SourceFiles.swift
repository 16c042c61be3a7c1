import Foundation

/// The Swift files that a test process has read.
package enum SourceFiles {
  private static let files = Cache<SwiftSource>()
  private static let areCurrent = Cache<Bool>()

  /// The source of a file; empty if the file cannot be read.
  package static func source(of path: String) -> SwiftSource {
    files.value(for: path) {
      SwiftSource((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
    }
  }

  /// The sources of the other Swift files in the folder of a file, without those that were edited since the build.
  package static func besides(_ path: String) -> [SwiftSource] {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { $0.hasSuffix(".swift") }
      .map { folder.appendingPathComponent($0).path }
      .filter { $0 != path && isCurrent($0) }.map { source(of: $0) }
  }

  /// Whether a file has not been edited since the build. After an edit, a line may have another closure, and what
  /// that closure compares is not compared.
  package static func isCurrent(_ path: String) -> Bool {
    // Asked once per file, because its source is also read once.
    areCurrent.value(for: path) {
      guard let program = dateOfProgram, let date = modificationDate(of: path) else { return true }
      return date <= program
    }
  }

  /// When the tests were linked, or else when they began to run.
  private static let dateOfProgram: Date? = {
    // This class is linked into the tests' program, or on Darwin into the binary in their bundle.
    Bundle(for: Cache<Bool>.self).executablePath.flatMap { modificationDate(of: $0) } ?? Date()
  }()

  private static func modificationDate(of path: String) -> Date? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date
  }
}

/// What is known of files, by their paths.
///
/// `@unchecked`: only the thread that holds the lock touches the values. This target does without `Core`, and so
/// without its lock.
private final class Cache<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var values: [String: Value] = [:]

  /// Two threads may make a value at the same time. The first one is kept.
  func value(for path: String, make: () -> Value) -> Value {
    if let known = lock.withLock({ values[path] }) { return known }
    let value = make()
    return lock.withLock {
      values[path] = values[path] ?? value
      return values[path] ?? value
    }
  }
}
