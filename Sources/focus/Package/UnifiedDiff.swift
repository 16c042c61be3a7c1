/// A file with replaced lines, as a diff for `git apply`.
package struct UnifiedDiff: Hashable, Sendable {
  private let path: String
  /// The unchanged, removed, and added lines of the whole file.
  private let rows: [Row]

  private struct Row: Hashable, Sendable {
    /// A space, `-`, or `+`.
    var sign: Character
    let text: String
    /// Whether a line feed follows.
    var isTerminated = true
  }

  private static let context = 3

  /// - Parameters:
  ///   - path: The file, relative to the directory in which the diff is applied.
  ///   - edits: The replacements of lines, counted from 0. They don't overlap.
  package init(
    _ path: String, _ text: String, _ edits: [(lines: Range<Int>, replacement: [String])]
  ) {
    self.path = path
    // Splits by scalars, because a carriage return and a line feed form one character.
    var lines = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }
      .map { Row(sign: " ", text: String(String.UnicodeScalarView($0))) }
    lines[lines.count - 1].isTerminated = false
    // Empty text after the last line feed isn't a line.
    if lines[lines.count - 1].text.isEmpty { lines.removeLast() }
    // Added lines end as the file's lines do.
    let end = lines.first?.text.hasSuffix("\r") == true ? "\r" : ""
    var rows: [Row] = []
    var next = 0
    for edit in edits.sorted(by: { $0.lines.lowerBound < $1.lines.lowerBound }) {
      let replaced = edit.lines.clamped(to: 0..<lines.count)
      rows += lines[next..<replaced.lowerBound]
      if let last = rows.last, last.sign == " ", !last.isTerminated, !edit.replacement.isEmpty {
        // The last line is replaced too, to add its line feed.
        rows[rows.count - 1].sign = "-"
        rows.append(Row(sign: "+", text: last.text + end))
      }
      rows += lines[replaced].map {
        Row(sign: "-", text: $0.text, isTerminated: $0.isTerminated)
      }
      rows += edit.replacement.map { Row(sign: "+", text: $0 + end) }
      next = replaced.upperBound
    }
    self.rows = rows + lines[next...]
  }

  /// The file with the replacements.
  package var edited: String {
    rows.filter { $0.sign != "-" }.map { $0.text + ($0.isTerminated ? "\n" : "") }.joined()
  }

  package var text: String {
    var hunks: [Range<Int>] = []
    for index in rows.indices where rows[index].sign != " " {
      let start = max(0, index - Self.context)
      let end = min(rows.count, index + Self.context + 1)
      if let last = hunks.last, last.upperBound >= start {
        hunks[hunks.count - 1] = last.lowerBound..<end
      } else {
        hunks.append(start..<end)
      }
    }
    let header = hunks.isEmpty ? "" : "--- a/\(path)\n+++ b/\(path)\n"
    return header + hunks.map(text(ofHunk:)).joined()
  }

  private func text(ofHunk hunk: Range<Int>) -> String {
    func range(without sign: Character) -> String {
      let start = rows[..<hunk.lowerBound].count { $0.sign != sign }
      let count = rows[hunk].count { $0.sign != sign }
      return "\(count == 0 ? start : start + 1),\(count)"
    }
    return rows[hunk].reduce("@@ -\(range(without: "+")) +\(range(without: "-")) @@\n") {
      // An unchanged empty line has no leading space, so that no line of the diff ends in a space.
      let line = $1.sign == " " && $1.text.isEmpty ? "" : "\($1.sign)\($1.text)"
      return $0 + line + "\n" + ($1.isTerminated ? "" : "\\ No newline at end of file\n")
    }
  }
}
