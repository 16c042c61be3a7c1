import Foundation

/// The gaps of a suite that a team knows. `focus report` and `focus mutate` share the file, which has one gap per line.
///
/// A line such as `Profile · .saved → cache` names a behavior that no test asserts. With a reason, as in
/// `Profile · .saved → cache # The view reads it lazily.`, `focus mutate` also accepts that its mutant survives. A source
/// mutant has a key such as `Home · call removed: database.save(dates)`, without a line number, because lines move.
package struct KnownGaps: Hashable, Sendable {
  package let file: String
  package let lines: [Line]

  package struct Line: Hashable, Sendable {
    package let number: Int
    package let key: String
    package let reason: String?

    /// Whether the key names a source mutant.
    package var isOfSource: Bool { !key.contains(" · .") }
  }

  /// Reads a file.
  ///
  /// - Throws: An error if there is no file, or if a line names neither a behavior nor a source mutant.
  package init(file: String) throws(ToolError) {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw .input("There is no file \(file). Expected a file with one known gap per line.")
    }
    try self.init(String(decoding: data, as: UTF8.self), file: file)
  }

  package init(_ text: String, file: String) throws(ToolError) {
    self.file = file
    var lines: [Line] = []
    for (number, text) in text.listedLines {
      // The added space ends a line whose reason is empty.
      let parts = (text + " ").split(separator: " # ", maxSplits: 1)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      let reason = parts.count == 2 && !parts[1].isEmpty ? parts[1] : nil
      let line = Line(number: number, key: parts[0], reason: reason)
      guard line.key.contains(" · "), line.isOfSource || line.key.contains(" → ") else {
        throw .input(
          """
          \(file):\(number) is not a known gap: \(text)
          Expected the name of a behavior or the key of a source mutant, and optionally a reason, \
          such as `Profile · .saved → cache # The view reads it later.`
          """)
      }
      lines.append(line)
    }
    self.lines = lines
  }
}

extension String {
  /// The lines that are neither empty nor comments, with their numbers.
  var listedLines: [(number: Int, text: String)] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
      .map { ($0 + 1, $1.trimmingCharacters(in: .whitespaces)) }
      .filter { !$1.isEmpty && !$1.hasPrefix("#") }
  }
}
