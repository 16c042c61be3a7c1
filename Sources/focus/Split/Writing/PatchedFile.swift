import Foundation
import SourceReading

/// The focused tests that replace one test.
package struct Draft: Sendable {
  let found: FoundTest
  var template: TestTemplate
  var tests: [FocusedTest]

  package init(found: FoundTest, template: TestTemplate, tests: [FocusedTest]) {
    self.found = found
    self.template = template
    self.tests = tests
  }

  var name: TestName { found.function.name }

  /// The full name of a focused test.
  func name(of test: FocusedTest) -> TestName {
    TestName(module: name.module, types: name.types, function: test.function)
  }
}

/// A file of the package with focused tests added after their originals.
package struct PatchedFile: Sendable {
  package let path: String
  package let diff: UnifiedDiff
  /// The lines of each new test in the new file, counted from 1.
  private let places: [(name: TestName, lines: ClosedRange<Int>)]
  /// The lines that were inserted after each original.
  private let insertions: [(name: TestName, lines: ClosedRange<Int>)]

  /// - Parameters:
  ///   - drafts: The drafts of one file.
  ///   - removesOriginals: Whether to remove the originals.
  package init(_ drafts: [Draft], removesOriginals: Bool = false) {
    path = drafts[0].found.path
    let source = drafts[0].found.function.source
    var edits: [LineEdit] = []
    var places: [(TestName, ClosedRange<Int>)] = []
    var insertions: [(TestName, ClosedRange<Int>)] = []
    var shift = 0
    let inOrder = drafts.filter { !$0.tests.isEmpty }.sorted {
      $0.found.function.lines.lowerBound < $1.found.function.lines.lowerBound
    }
    for draft in inOrder {
      let template = draft.template
      let function = draft.found.function
      var (lines, written) = template.written(draft.tests)
      var replaced = function.lines.upperBound..<function.lines.upperBound
      if removesOriginals {
        let range = source.lineRangeWithComments(of: function.declaration.tokens)
        replaced = range.lowerBound - 1..<range.upperBound
        // Drops the initial blank line.
        lines.removeFirst()
        written = written.map { ($0.test, $0.lines.lowerBound - 1..<$0.lines.upperBound - 1) }
      } else {
        for unit in template.lifted {
          let range = source.lineRangeWithComments(of: template.test.units[unit].tokens)
          var end = range.upperBound
          // Removes the following blank line, too.
          if source.isBlank(line: end + 1) { end += 1 }
          edits.append(LineEdit(range.lowerBound - 1..<end, []))
          shift -= end - range.lowerBound + 1
        }
      }
      edits.append(LineEdit(replaced, lines))
      shift -= replaced.count
      let start = replaced.upperBound + shift
      places += written.map {
        (draft.name(of: $0.test), start + $0.lines.lowerBound + 1...start + $0.lines.upperBound)
      }
      insertions.append((draft.name, start + 1...start + lines.count))
      shift += lines.count
    }
    self.places = places
    self.insertions = insertions
    diff = UnifiedDiff(path, source.string(bytes: 0..<Int.max), edits)
  }

  package func test(atLine line: Int) -> TestName? {
    places.first { $0.lines.contains(line) }?.name
  }

  /// The original whose new tests, or shared code, contain a line.
  package func original(atLine line: Int) -> TestName? {
    insertions.first { $0.lines.contains(line) }?.name
  }

  package func line(of test: TestName) -> Int? {
    places.first { $0.name == test }?.lines.lowerBound
  }
}

extension SwiftSource {
  /// The lines of some tokens, and of the comments directly above them. A comment with another purpose, such as a
  /// `MARK` or a directive for a tool, and the comments above it are left out.
  fileprivate func lineRangeWithComments(of range: Range<Int>) -> ClosedRange<Int> {
    let lines = lineRange(of: range)
    guard let bytes = byteRangeWithComments(of: range) else { return lines }
    let first = min(position(of: bytes.lowerBound).line, lines.lowerBound)
    let kept = comments.last { comment in
      let text = string(bytes: comment.range).drop { $0 == "/" || $0 == " " }
      return comment.line >= first && comment.lastLine < lines.lowerBound
        && ["MARK:", "swiftlint:", "swift-format", "sourcery:"].contains { text.hasPrefix($0) }
    }
    return min(kept.map { $0.lastLine + 1 } ?? first, lines.lowerBound)...lines.upperBound
  }

  /// Whether a line of the file, counted from 1, contains neither a token nor a comment.
  fileprivate func isBlank(line: Int) -> Bool {
    let first = firstToken(fromLine: line)
    return (first == tokens.count || tokens[first].line != line)
      && !comments.contains { $0.line <= line && line <= $0.lastLine }
      && tokens.contains { $0.line > line }
  }
}
