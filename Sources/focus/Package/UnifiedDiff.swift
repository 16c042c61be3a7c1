/// A replacement of some lines of a file, counted from 0.
package struct LineEdit: Hashable, Sendable {
  package var lines: Range<Int>
  package var replacement: [String]

  package init(_ lines: Range<Int>, _ replacement: [String]) {
    self.lines = lines
    self.replacement = replacement
  }
}

/// A file with replaced lines, as a diff for `git apply`.
package struct UnifiedDiff: Hashable, Sendable {
  private let path: String
  private let lines: [String]
  private let edits: [LineEdit]
  /// Whether an edit adds the missing line feed at the end of the file.
  private let terminates: Bool

  private static let context = 3

  /// - Parameters:
  ///   - path: The file, relative to the directory in which the diff is applied.
  ///   - edits: The replacements. They don't overlap.
  package init(_ path: String, _ text: String, _ edits: [LineEdit]) {
    self.path = path
    // Splits by scalars, because a carriage return and a line feed form one character.
    let lines = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }
      .map { String(String.UnicodeScalarView($0)) }
    self.lines = lines
    var edits = edits.filter { !$0.lines.isEmpty || !$0.replacement.isEmpty }
      .sorted { $0.lines.lowerBound < $1.lines.lowerBound }
    terminates = lines.last?.isEmpty == false && edits.last?.lines.upperBound == lines.count
    if terminates, let last = edits.indices.last, edits[last].lines.isEmpty {
      // The last line is replaced too, to add its line feed.
      edits[last].lines = lines.count - 1..<lines.count
      edits[last].replacement.insert(lines[lines.count - 1], at: 0)
    }
    self.edits = edits
  }

  /// The file with the replacements.
  package var edited: String {
    var result: [String] = []
    var next = 0
    for edit in edits {
      result += lines[next..<edit.lines.lowerBound] + edit.replacement
      next = edit.lines.upperBound
    }
    return (result + lines[next...] + (terminates ? [""] : [])).joined(separator: "\n")
  }

  package var text: String {
    guard !edits.isEmpty else { return "" }
    // Empty text after the last line feed isn't a line.
    let count = lines.last?.isEmpty == true ? lines.count - 1 : lines.count
    var text = "--- a/\(path)\n+++ b/\(path)\n"
    var hunks: [[LineEdit]] = []
    for edit in edits {
      if let last = hunks.last?.last,
        edit.lines.lowerBound - last.lines.upperBound <= 2 * Self.context
      {
        hunks[hunks.count - 1].append(edit)
      } else {
        hunks.append([edit])
      }
    }
    var shift = 0
    func line(_ sign: Character, _ index: Int) -> String {
      let isUnterminated = index == lines.count - 1
      // An unchanged empty line has no leading space, so that no line of the diff ends in a space.
      let text = sign == " " && lines[index].isEmpty ? "" : "\(sign)\(lines[index])"
      return text + "\n" + (isUnterminated ? "\\ No newline at end of file\n" : "")
    }
    for hunk in hunks {
      let start = max(0, hunk[0].lines.lowerBound - Self.context)
      let end = min(count, hunk[hunk.count - 1].lines.upperBound + Self.context)
      let added = hunk.reduce(0) { $0 + $1.replacement.count - $1.lines.count }
      let (old, new) = (end - start, end - start + added)
      text += "@@ -\(old == 0 ? start : start + 1),\(old) "
      text += "+\(new == 0 ? start + shift : start + shift + 1),\(new) @@\n"
      var next = start
      for edit in hunk {
        for index in next..<edit.lines.lowerBound { text += line(" ", index) }
        for index in edit.lines { text += line("-", index) }
        for added in edit.replacement { text += "+\(added)\n" }
        next = edit.lines.upperBound
      }
      for index in next..<max(next, end) { text += line(" ", index) }
      shift += added
    }
    return text
  }
}
