import FocusedTestStore
import Foundation

/// A file of the semantics, as text: the tests in it, and which of them run in any framework.
struct SemanticsSource {
  /// A test that inherits its caller's isolation and takes nothing, so that XCTest can run it too.
  struct Scenario {
    /// The name as the source spells it, with its backticks.
    var name: String
    var line: Int
  }

  /// The name of the file, without its extension, and of the suite that it holds.
  var name: String
  var scenarios: [Scenario]

  /// Reads a file's text.
  init(name: String, text: String) {
    self.name = name
    scenarios = text.matches(
      of:
        /@Test(?:\(\.schedules\(1\)\))?\s+nonisolated\(nonsending\)\s+func (?<name>`[^`]+`|\w+)\(\)/
    ).map { match in
      Scenario(
        name: String(match.output.name),
        line: 1 + text[..<match.range.lowerBound].count { $0 == "\n" })
    }
  }

  /// The files of the rules, in order.
  static func all() throws -> [SemanticsSource] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.contains(/^S\d\d_.*\.swift$/) }
      .sorted { $0.path < $1.path }
      .map {
        SemanticsSource(
          name: $0.deletingPathExtension().lastPathComponent,
          text: try String(contentsOf: $0, encoding: .utf8))
      }
  }

  static var folder: URL { URL(fileURLWithPath: #filePath).deletingLastPathComponent() }

  /// The suite and scenario that an issue's line stands in; `nil` if it stands in another file.
  func scenario(of issue: ReportedIssue) -> String? {
    guard issue.fileID.hasSuffix("/\(name).swift") else { return nil }
    return scenarios.last { $0.line <= issue.line }.map { "\(name), \($0.name)" }
  }
}
