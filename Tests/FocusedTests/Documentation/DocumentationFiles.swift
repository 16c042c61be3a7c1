import Foundation
import Testing

extension Documentation {
  /// The files with a path extension, at or below some paths in the package, in the order of their paths.
  static func files(_ pathExtension: String, in paths: [String]) throws -> [URL] {
    let files = paths.flatMap { path in
      let url = root.appendingPathComponent(path)
      let inside = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
      return [url] + (inside?.allObjects as? [URL] ?? [])
    }
    .filter { $0.pathExtension == pathExtension && !$0.path.contains("/.build/") }
    try #require(!files.isEmpty)
    return files.sorted { $0.path < $1.path }
  }
}
