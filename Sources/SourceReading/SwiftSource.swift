/// A Swift file, split into tokens, with its pairs of brackets.
///
/// The source can consist of any bytes. Text that isn't Swift also has tokens, but no declarations. Ranges and indices
/// count tokens unless stated otherwise.
package struct SwiftSource: Sendable {
  package struct Comment: Hashable, Sendable {
    package let range: Range<Int>
    package let line: Int
    package let lastLine: Int
    /// Whether the comment is the first text on its line.
    package let startsLine: Bool
  }

  private let bytes: [UInt8]
  package let tokens: [SwiftToken]
  /// The text of each token. A reader compares most tokens several times.
  private let texts: [String]
  package let comments: [Comment]
  /// The index of each bracket's matching bracket; -1 for other tokens and for unmatched brackets.
  private let partners: [Int]

  package init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  package init(bytes: [UInt8]) {
    let lexer = SwiftLexer(bytes)
    self.bytes = bytes
    tokens = lexer.tokens
    texts = lexer.tokens.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    comments = lexer.comments
    partners = Self.partners(of: lexer.tokens, in: bytes)
  }

  private static func partners(of tokens: [SwiftToken], in bytes: [UInt8]) -> [Int] {
    var partners = Array(repeating: -1, count: tokens.count)
    var open: [(index: Int, closing: UInt8)] = []
    for index in tokens.indices where tokens[index].kind == .mark {
      switch bytes[tokens[index].range.lowerBound] {
      case .open: open.append((index, .close))
      case .openBracket: open.append((index, .closeBracket))
      case .openBrace: open.append((index, .closeBrace))
      case let closing where open.last?.closing == closing:
        let start = open.removeLast().index
        partners[start] = index
        partners[index] = start
      default: break
      }
    }
    return partners
  }
}

// MARK: - Text

extension SwiftSource {
  /// The text of one token; empty after the last token.
  package func text(_ index: Int) -> String {
    index >= 0 && index < texts.count ? texts[index] : ""
  }

  /// The text from the first to the last of some tokens, including the text between them.
  package func text(_ range: Range<Int>) -> String { text(range, replacing: []) }

  /// The whole text, including comments at its ends, with some ranges of tokens replaced.
  package func text(replacing parts: [(Range<Int>, String)]) -> String {
    text(bytes: bytes.indices, replacing: parts)
  }

  /// The text of some tokens, with some ranges of tokens replaced. The ranges are in order. The text for an empty range
  /// is inserted before the next token.
  package func text(_ range: Range<Int>, replacing parts: [(Range<Int>, String)]) -> String {
    byteRange(of: range).map { text(bytes: $0, replacing: parts) } ?? ""
  }

  package func string(bytes range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
  }

  private func text(bytes range: Range<Int>, replacing parts: [(Range<Int>, String)]) -> String {
    var text = ""
    var end = range.lowerBound
    for (part, replacement) in parts {
      let start = tokens[part.lowerBound].range.lowerBound
      text += string(bytes: end..<start) + replacement
      end = part.isEmpty ? start : tokens[part.upperBound - 1].range.upperBound
    }
    return text + string(bytes: end..<range.upperBound)
  }

  package func byteRange(of range: Range<Int>) -> Range<Int>? {
    let range = range.clamped(to: tokens.indices)
    guard let last = range.last else { return nil }
    return tokens[range.lowerBound].range.lowerBound..<tokens[last].range.upperBound
  }

  /// The text of some tokens as lines that begin at the first column, with some ranges of tokens replaced. Each line
  /// loses the indentation of the first line.
  package func lines(
    _ range: Range<Int>, replacing parts: [(Range<Int>, String)] = []
  ) -> [String] {
    guard let range = byteRange(of: range) else { return [] }
    let line = bytes[startOfLine(at: range.lowerBound)...]
    let indent = line.prefix { $0 == 0x20 || $0 == 0x09 }.count
    return text(bytes: range, replacing: parts).split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }
    )
    .enumerated().map { offset, line in
      let space = line.prefix(offset == 0 ? 0 : indent).prefix { $0 == " " || $0 == "\t" }
      return String(line.dropFirst(space.count))
    }
  }

  /// The first byte of a byte's line.
  func startOfLine(at index: Int) -> Int {
    var start = min(index, bytes.count)
    while start > 0, bytes[start - 1] != .newline { start -= 1 }
    return start
  }

  /// The line feed at the end of a byte's line, or the end of the file.
  func endOfLine(at index: Int) -> Int {
    bytes[min(index, bytes.count)...].firstIndex(of: .newline) ?? bytes.count
  }

  /// The line and the column of a byte, as compilers count them.
  package func position(of byte: Int) -> (line: Int, column: Int) {
    let start = startOfLine(at: byte)
    return (1 + bytes[..<start].count { $0 == .newline }, byte - start + 1)
  }

  /// The bytes of some tokens, and of the comments directly above them.
  package func byteRangeWithComments(of range: Range<Int>) -> Range<Int>? {
    guard var result = byteRange(of: range) else { return nil }
    var line = tokens[range.lowerBound].line
    for comment in comments.reversed()
    where comment.startsLine && comment.range.upperBound <= result.lowerBound
      && comment.lastLine == line - 1
    {
      result = comment.range.lowerBound..<result.upperBound
      line = comment.line
    }
    return result
  }

  /// The lines that contain some tokens.
  package func lineRange(of range: Range<Int>) -> ClosedRange<Int> {
    let range = range.clamped(to: tokens.indices)
    guard let last = range.last else { return 0...0 }
    return tokens[range.lowerBound].line...tokens[last].lastLine
  }

  /// All names in the source, without backticks.
  package var names: Set<String> { names(in: tokens.indices) }

  /// The names that some tokens mention, without backticks.
  ///
  /// - Parameter withMembers: Whether to include names after a dot, which are not variables.
  package func names(in range: Range<Int>, withMembers: Bool = true) -> Set<String> {
    var names: Set<String> = []
    for index in range.clamped(to: tokens.indices) {
      switch tokens[index].kind {
      case .word where withMembers || index == 0 || ![".", "?.", "!."].contains(text(index - 1)):
        let name = text(index).withoutBackticks
        // `$name` is the projected value of `name`.
        names.formUnion([name, String(name.trimmingPrefix("$"))])
      case .string: names.formUnion(Self.namesInInterpolations(of: text(index)))
      default: break
      }
    }
    return names
  }

  /// All words of a string that has interpolations. Additional names do no harm.
  private static func namesInInterpolations(of string: String) -> Set<String> {
    guard string.contains("(") else { return [] }
    let words = string.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }
    return Set(words.map(String.init))
  }
}

extension StringProtocol {
  package var withoutBackticks: String { String(filter { $0 != "`" }) }
}

// MARK: - Brackets

extension SwiftSource {
  /// The index of the bracket that matches a bracket.
  package func partner(of index: Int) -> Int? {
    partners.indices.contains(index) && partners[index] >= 0 ? partners[index] : nil
  }

  /// The tokens between an opening bracket and its closing bracket.
  package func inside(_ open: Int) -> Range<Int>? {
    guard let close = partner(of: open), close > open else { return nil }
    return open + 1..<close
  }

  /// The token after another token, or after the group that the token opens.
  package func next(after index: Int) -> Int {
    if let close = partner(of: index), close > index { return close + 1 }
    return index + 1
  }

  /// The tokens of a range that are outside the range's brackets.
  package func outerTokens(in range: Range<Int>) -> [Int] {
    var result: [Int] = []
    let range = range.clamped(to: tokens.indices)
    var index = range.lowerBound
    while index < range.upperBound {
      result.append(index)
      index = next(after: index)
    }
    return result
  }

  /// The first `=` of a range that is outside the range's brackets.
  package func equals(in range: Range<Int>) -> Int? {
    outerTokens(in: range).first { text($0) == "=" }
  }

  /// The parts of a range between commas.
  package func arguments(in range: Range<Int>) -> [Range<Int>] {
    guard !range.isEmpty else { return [] }
    var result: [Range<Int>] = []
    var start = range.lowerBound
    for index in outerTokens(in: range) where text(index) == "," {
      result.append(start..<index)
      start = index + 1
    }
    if start < range.upperBound { result.append(start..<range.upperBound) }
    return result
  }
}
