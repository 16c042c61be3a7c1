import Core

/// A message of paragraphs. The lengths are limited so that no paragraph hides the others.
package struct MessageBuilder {
  /// The maximum number of lines of a message.
  static let limit = 60

  private var paragraphs: [[String]] = []

  package init(_ opening: String) { add(opening) }

  /// Adds a paragraph, unless it is empty.
  package mutating func add(_ paragraph: String) {
    guard !paragraph.isEmpty else { return }
    add(paragraph.lines.map(String.init))
  }

  /// Adds a paragraph, cut after some lines.
  package mutating func add(_ lines: [String], atMost limit: Int = 40) {
    guard !lines.isEmpty else { return }
    paragraphs.append(Self.cut(lines, to: limit))
  }

  /// Adds a paragraph under a heading, unless it has no lines. The default limit has room for a list and its last line.
  package mutating func add(_ heading: String, _ lines: [String], atMost limit: Int = 13) {
    guard !lines.isEmpty else { return }
    add([heading] + Self.cut(lines, to: limit), atMost: limit + 1)
  }

  package var text: String {
    Self.cut(Array(paragraphs.joined(separator: [""])), to: Self.limit)
      .joined(separator: "\n")
  }

  /// Lines of one item each, cut to a limit, with the number of further items.
  private static func cut(_ lines: [String], to limit: Int) -> [String] {
    guard lines.count > limit else { return lines.map(shortened) }
    return lines.prefix(limit - 1).map(shortened)
      + ["  … (\(counted(lines.count - limit + 1, "more line")))"]
  }

  private static let widthLimit = 400

  private static func shortened(_ line: String) -> String {
    // Descriptions of errors and IDs are parts of messages, too.
    let line = line.escapingInvisibleScalars
    guard line.utf8.count > widthLimit, line.count > widthLimit else { return line }
    return line.prefix(widthLimit) + "… (\(counted(line.count - widthLimit, "more character")))"
  }
}
