import SourceReading

/// An edit of a source at byte offsets.
package struct SourceEdit: Hashable, Sendable {
  /// The order of edits at the same byte.
  enum Kind: Int { case close, open, replace }

  let kind: Kind
  let range: Range<Int>
  var text: String

  package static func open(at place: Int, _ text: String) -> SourceEdit {
    SourceEdit(kind: .open, range: place..<place, text: text)
  }

  package static func close(at place: Int, _ text: String) -> SourceEdit {
    SourceEdit(kind: .close, range: place..<place, text: text)
  }

  package static func replace(_ range: Range<Int>, _ text: String) -> SourceEdit {
    SourceEdit(kind: .replace, range: range, text: text)
  }

  /// The position among the edits of a source. Inner groups close first.
  fileprivate func position(ofGroup group: Int) -> (Int, Int, Int) {
    (range.lowerBound, kind.rawValue, kind == .close ? -group : group)
  }
}

/// A source with groups of edits. Edits without line feeds keep the line numbers.
package struct EditedSource: Hashable, Sendable {
  package let text: String
  /// The bytes from the first to the last edit of each group.
  private let spans: [Int: Range<Int>]

  /// Edits a source. If two groups open at the same byte, the first group is outside.
  ///
  /// - Parameters:
  ///   - imports: Text before the first token, on its line.
  ///   - code: Text after the last line.
  package init(
    _ source: SwiftSource, _ groups: [[SourceEdit]], imports: String = "", code: String = ""
  ) {
    let parts = groups.enumerated().flatMap { group, edits in edits.map { (group, $0) } }
      .sorted { $0.1.position(ofGroup: $0.0) < $1.1.position(ofGroup: $1.0) }
    let first = source.tokens.first?.range.lowerBound ?? 0
    var result = source.string(bytes: 0..<first) + imports
    var end = first
    var spans: [Int: Range<Int>] = [:]
    for (group, edit) in parts {
      result += source.string(bytes: end..<max(end, edit.range.lowerBound))
      let start = result.utf8.count
      result += edit.text
      end = max(end, edit.range.upperBound)
      spans[group] = (spans[group]?.lowerBound ?? start)..<result.utf8.count
    }
    result += source.string(bytes: end..<Int.max) + code
    text = result
    self.spans = spans
  }

  /// The groups whose edits surround a line and a column, innermost first. None at line 0, which is that of an error
  /// without a location.
  package func groups(atLine line: Int, column: Int) -> [Int] {
    guard line > 0 else { return [] }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let byte = lines.prefix(line - 1).reduce(0) { $0 + $1.count + 1 } + column - 1
    return spans.filter { $0.value.contains(byte) }
      .sorted { ($0.value.count, $1.key) < ($1.value.count, $0.key) }.map(\.key)
  }
}
