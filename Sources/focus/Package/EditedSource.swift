import SourceReading

/// An edit of a source at byte offsets.
package enum SourceEdit: Hashable, Sendable {
  case open(at: Int, String)
  case close(at: Int, String)
  case replace(Range<Int>, String)

  func mapText(_ transform: (String) -> String) -> SourceEdit {
    switch self {
    case .open(let place, let text): .open(at: place, transform(text))
    case .close(let place, let text): .close(at: place, transform(text))
    case .replace(let range, let text): .replace(range, transform(text))
    }
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
    struct Part {
      let place: Int
      /// The order at the same byte: closings, then openings, then replacements.
      let rank: Int
      let group: Int
      let end: Int
      let text: String
      /// Inner groups close first.
      var position: (Int, Int, Int) { (place, rank, rank == 0 ? -group : group) }
    }
    var parts: [Part] = []
    for (group, edits) in groups.enumerated() {
      for edit in edits {
        switch edit {
        case .open(let place, let text):
          parts.append(Part(place: place, rank: 1, group: group, end: place, text: text))
        case .close(let place, let text):
          parts.append(Part(place: place, rank: 0, group: group, end: place, text: text))
        case .replace(let range, let text):
          parts.append(
            Part(
              place: range.lowerBound, rank: 2, group: group, end: range.upperBound, text: text))
        }
      }
    }
    parts.sort { $0.position < $1.position }
    let first = source.tokens.first?.range.lowerBound ?? 0
    var result = source.string(bytes: 0..<first) + imports
    var end = first
    var spans: [Int: Range<Int>] = [:]
    for part in parts {
      result += source.string(bytes: end..<max(end, part.place))
      let start = result.utf8.count
      result += part.text
      end = max(end, part.end)
      spans[part.group] = (spans[part.group]?.lowerBound ?? start)..<result.utf8.count
    }
    result += source.string(bytes: end..<Int.max) + code
    text = result
    self.spans = spans
  }

  /// The groups whose edits surround a line and a column, innermost first.
  package func groups(atLine line: Int, column: Int) -> [Int] {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let byte = lines.prefix(line - 1).reduce(0) { $0 + $1.count + 1 } + column - 1
    return spans.filter { $0.value.contains(byte) }
      .sorted { ($0.value.count, $1.key) < ($1.value.count, $0.key) }.map(\.key)
  }
}
