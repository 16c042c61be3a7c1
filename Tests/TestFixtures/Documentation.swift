import Foundation

/// The documentation files, as tests read them.
package enum Documentation {
  /// The directory of the package.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  package static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The Markdown of the doc comments in a Swift file; any other line is empty.
  package static func comments(of source: String) -> String {
    source.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        let line = line.drop(while: { $0 == " " })
        return line.hasPrefix("/// ") ? line.dropFirst(4) : ""
      }
      .joined(separator: "\n")
  }
}
