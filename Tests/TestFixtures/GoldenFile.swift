import Core
import FocusedTestStore
import Foundation

/// Expects that a text equals a golden file, which is in the folder `Golden` beside the test.
///
/// With `FOCUSED_UPDATE_GOLDEN=1` in the environment, it writes the text to the file instead. Review such a change as a
/// diff.
package func claimGolden(
  _ text: String, _ name: String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let folder = URL(fileURLWithPath: "\(filePath)").deletingLastPathComponent()
    .appendingPathComponent("Golden")
  let file = folder.appendingPathComponent(name)
  let text = text.hasSuffix("\n") ? text : text + "\n"
  if ProcessInfo.processInfo.environment["FOCUSED_UPDATE_GOLDEN"] == "1" {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return try Data(text.utf8).write(to: file)
    } catch {
      return claim(
        false, "\(file.path) cannot be written: \(error)",
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
  let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  claim(
    text == expected,
    """
    The text differs from \(file.path):
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
