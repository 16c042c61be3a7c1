import Core
import FocusedTestStore
import Foundation

/// Expects that a text equals a golden file, which is in the folder `Golden` beside the test, or a section of that file.
///
/// A section begins with a line of `=== ` and its name. With `FOCUSED_UPDATE_GOLDEN=1` in the environment, it writes the
/// text to the file instead. Review such a change as a diff.
package func claimGolden(
  _ text: String, _ name: String, section: String? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let folder = URL(fileURLWithPath: "\(filePath)").deletingLastPathComponent()
    .appendingPathComponent("Golden")
  let file = GoldenFile(url: folder.appendingPathComponent(name))
  let text = section != nil || text.hasSuffix("\n") ? text : text + "\n"
  if ProcessInfo.processInfo.environment["FOCUSED_UPDATE_GOLDEN"] == "1" {
    do {
      return try file.update(to: text, in: section)
    } catch {
      return claim(
        false, "\(file.url.path) cannot be written: \(error)",
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
  let expected = file.text(of: section) ?? ""
  claim(
    text == expected,
    """
    The text differs from \(file.url.path)\(section.map { ", section “\($0)”" } ?? ""):
    \(difference(from: expected, to: text))
    If the new text is correct, run the test with FOCUSED_UPDATE_GOLDEN=1, and review the diff.
    """,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// The lines between the common start and the common end of two texts.
private func difference(from expected: String, to actual: String) -> String {
  let expected = expected.components(separatedBy: "\n")
  let actual = actual.components(separatedBy: "\n")
  let start = zip(expected, actual).prefix { $0 == $1 }.count
  let end = zip(expected.dropFirst(start).reversed(), actual.dropFirst(start).reversed())
    .prefix { $0 == $1 }.count
  return
    (["line \(start + 1)"] + expected.dropFirst(start).dropLast(end).map { "- " + $0 }
    + actual.dropFirst(start).dropLast(end).map { "+ " + $0 }).joined(separator: "\n")
}

/// A text file with one expected text, or with one text per section.
package struct GoldenFile {
  private static let lock = NSLock()
  package let url: URL

  package init(url: URL) { self.url = url }

  /// Returns the text of a section, or the whole text.
  package func text(of section: String?) -> String? {
    guard let section else { return try? String(contentsOf: url, encoding: .utf8) }
    return sections[section]
  }

  /// Replaces the text of a section, or the whole text.
  package func update(to text: String, in section: String?) throws {
    try Self.lock.withLock {
      var whole = text
      if let section {
        var sections = sections
        sections[section] = text
        whole = sections.keys.sorted().map { "=== \($0)\n\(sections[$0] ?? "")\n" }
          .joined(separator: "\n")
      }
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(whole.utf8).write(to: url)
    }
  }

  /// The texts of the sections by their names.
  package var sections: [String: String] {
    guard let text = text(of: nil) else { return [:] }
    let sections = "\n\(text)".components(separatedBy: "\n=== ").dropFirst()
    return Dictionary(
      uniqueKeysWithValues: sections.map { section in
        let parts = section.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), String(parts.last?.dropLast() ?? ""))
      })
  }
}
