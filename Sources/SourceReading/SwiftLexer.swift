/// Splits Swift source into tokens.
///
/// The lexer finds the ends of strings, comments, and regular expressions, but doesn't know the grammar. It accepts any
/// bytes: an unterminated token ends with the file, or with its line.
struct SwiftLexer {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var startsLine = true
  private var hasSpaceBefore = true
  private(set) var tokens: [SwiftToken] = []
  private(set) var comments: [SwiftSource.Comment] = []

  /// The maximum depth of strings in interpolations of strings.
  private static let depthLimit = 64

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark doesn't belong to the first name.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    while index < bytes.count { readNext() }
  }

  private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private func isComment(at index: Int) -> Bool {
    byte(index) == .slash && (byte(index + 1) == .slash || byte(index + 1) == .star)
  }

  private func isBlockQuote(at index: Int) -> Bool {
    byte(index) == .quote && byte(index + 1) == .quote && byte(index + 2) == .quote
  }

  private mutating func readNext() {
    let next = bytes[index]
    if Self.isSpace(next) {
      if next == .newline {
        line += 1
        startsLine = true
      }
      hasSpaceBefore = true
      index += 1
    } else if Self.isNamePart(next) {
      if Self.isDigit(next) {
        append(.number, to: endOfNumber())
      } else {
        append(.word, to: endOfName(from: index))
      }
    } else if isComment(at: index) {
      readComment()
    } else {
      let (kind, end) = token(startingWith: next)
      append(kind, to: max(end, index + 1))
    }
  }

  private mutating func append(_ kind: SwiftToken.Kind, to end: Int) {
    let end = min(end, bytes.count)
    let lastLine = kind == .string ? line + bytes[index..<end].count { $0 == .newline } : line
    let hasSpaceAfter = end >= bytes.count || Self.isSpace(bytes[end]) || isComment(at: end)
    tokens.append(
      SwiftToken(
        kind: kind, range: index..<end, line: line, lastLine: lastLine, startsLine: startsLine,
        hasSpaceBefore: hasSpaceBefore, hasSpaceAfter: hasSpaceAfter))
    line = lastLine
    index = end
    startsLine = false
    hasSpaceBefore = false
  }

  private func token(startingWith next: UInt8) -> (SwiftToken.Kind, end: Int) {
    if Self.isMark(next) {
      if next == .dot, byte(index + 1) == next { return (.sign, endOfSign(from: index)) }
      return (.mark, index + 1)
    }
    switch next {
    case .quote:
      return (.string, endOfString(from: index, depth: 0))
    case .numberSign:
      if let end = endOfRawLiteral(from: index) { return (.string, end) }
      return Self.isNamePart(byte(index + 1))
        ? (.word, endOfName(from: index + 1)) : (.sign, index + 1)
    case .at:
      return (.word, endOfName(from: index + 1))
    case .backtick:
      return (.word, endOfRawName())
    case .slash:
      if let end = endOfRegex() { return (.string, end) }
      return (.sign, endOfSign(from: index))
    default:
      return (.sign, endOfSign(from: index))
    }
  }
}

// MARK: - Names, numbers and operators

extension SwiftLexer {
  // Comparisons of literals, because tables and ranges take many times as long in debug builds.

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte >= 0x09 && byte <= 0x0D || byte == 0
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// Whether a byte may be a part of a name. All non-ASCII bytes count as parts of names.
  private static func isNamePart(_ byte: UInt8) -> Bool {
    byte >= 0x61 && byte <= 0x7A || byte >= 0x41 && byte <= 0x5A || byte >= 0x30 && byte <= 0x39
      || byte == 0x5F || byte == 0x24 || byte >= 0x80
  }

  /// `(` `)` `[` `]` `{` `}` `,` `;` `:` `.`
  private static func isMark(_ byte: UInt8) -> Bool {
    byte == 0x28 || byte == 0x29 || byte == 0x5B || byte == 0x5D || byte == 0x7B || byte == 0x7D
      || byte == 0x2C || byte == 0x3B || byte == 0x3A || byte == 0x2E
  }

  /// `=` `-` `+` `!` `*` `%` `<` `>` `&` `|` `^` `~` `?` `/`
  private static func isSign(_ byte: UInt8) -> Bool {
    byte >= 0x3C && byte <= 0x3F || byte == 0x2D || byte == 0x2B || byte == 0x21 || byte == 0x2A
      || byte == 0x25 || byte == 0x26 || byte == 0x7C || byte == 0x5E || byte == 0x7E
      || byte == 0x2F
  }

  private func endOfName(from start: Int) -> Int {
    var end = start
    while end < bytes.count, Self.isNamePart(bytes[end]) { end += 1 }
    return end
  }

  /// The end of a name in backticks, or of only the backtick if its line contains no second one.
  private func endOfRawName() -> Int {
    var end = index + 1
    while end < bytes.count, bytes[end] != .newline {
      if bytes[end] == .backtick { return end + 1 }
      end += 1
    }
    return index + 1
  }

  private func endOfNumber() -> Int {
    var end = index
    while end < bytes.count {
      if Self.isNamePart(bytes[end]) {
        end += 1
      } else if bytes[end] == .dot, Self.isDigit(byte(end + 1)) {
        end += 1
      } else if bytes[end] == 0x2D || bytes[end] == 0x2B,
        bytes[end - 1] | 0x20 == 0x65, Self.isDigit(byte(end + 1)), byte(index + 1) != 0x78
      {
        end += 1
      } else {
        break
      }
    }
    return end
  }

  private func endOfSign(from start: Int) -> Int {
    var end = start
    if byte(start) == .dot {
      while byte(end) == .dot || byte(end) == 0x3C { end += 1 }
      return end
    }
    while end < bytes.count, Self.isSign(bytes[end]) {
      if end > start, isComment(at: end) { break }
      end += 1
    }
    return max(end, start + 1)
  }
}

// MARK: - Comments

extension SwiftLexer {
  private mutating func readComment() {
    let start = index
    let firstLine = line
    if byte(index + 1) == .slash {
      while index < bytes.count, bytes[index] != .newline { index += 1 }
    } else {
      index = endOfBlockComment(from: index)
      line += bytes[start..<index].count { $0 == .newline }
    }
    comments.append(
      SwiftSource.Comment(
        range: start..<index, line: firstLine, lastLine: line, startsLine: startsLine))
    hasSpaceBefore = true
  }

  private func endOfBlockComment(from start: Int) -> Int {
    var end = start
    var depth = 0
    while end < bytes.count {
      if bytes[end] == .slash, byte(end + 1) == .star {
        depth += 1
        end += 2
      } else if bytes[end] == .star, byte(end + 1) == .slash {
        depth -= 1
        end += 2
        if depth == 0 { return end }
      } else {
        end += 1
      }
    }
    return bytes.count
  }
}

// MARK: - Strings and regular expressions

extension SwiftLexer {
  /// The end of `#"…"#` or `#/…/#`. `nil` if the number signs begin neither of these literals.
  private func endOfRawLiteral(from start: Int, depth: Int = 0) -> Int? {
    let open = endOfNumberSigns(from: start)
    if byte(open) == .quote { return endOfString(from: start, depth: depth) }
    return byte(open) == .slash ? endOfRegex(openedAt: open, signs: open - start) : nil
  }

  private func endOfNumberSigns(from start: Int) -> Int {
    var end = start
    while byte(end) == .numberSign { end += 1 }
    return end
  }

  private func hasNumberSigns(_ count: Int, at index: Int) -> Bool {
    for offset in 0..<count where byte(index + offset) != .numberSign { return false }
    return true
  }

  /// The end of a string that begins with any number of number signs.
  private func endOfString(from start: Int, depth: Int) -> Int {
    let open = endOfNumberSigns(from: start)
    let signs = open - start
    let isBlock = isBlockQuote(at: open)
    var end = open + (isBlock ? 3 : 1)
    while end < bytes.count {
      switch bytes[end] {
      case .backslash where hasNumberSigns(signs, at: end + 1):
        let escaped = end + 1 + signs
        if byte(escaped) == .open, depth < Self.depthLimit {
          end = endOfInterpolation(from: escaped, depth: depth + 1, isInBlock: isBlock)
        } else {
          // A line's end can't be escaped, so an unclosed string doesn't include the next line.
          end = !isBlock && byte(escaped) == .newline ? escaped : escaped + 1
        }
      case .quote:
        if isBlock {
          if isBlockQuote(at: end), hasNumberSigns(signs, at: end + 3) {
            return end + 3 + signs
          }
        } else if hasNumberSigns(signs, at: end + 1) {
          return end + 1 + signs
        }
        end += 1
      case .newline where !isBlock:
        return end
      default:
        end += 1
      }
    }
    return bytes.count
  }

  /// The end of an interpolation whose parenthesis opens at an index.
  private func endOfInterpolation(from start: Int, depth: Int, isInBlock: Bool) -> Int {
    var end = start
    var parentheses = 0
    while end < bytes.count {
      switch bytes[end] {
      case .open:
        parentheses += 1
        end += 1
      case .close:
        parentheses -= 1
        end += 1
        if parentheses == 0 { return end }
      case .quote:
        end = endOfString(from: end, depth: depth)
      case .numberSign:
        end = endOfRawLiteral(from: end, depth: depth) ?? endOfNumberSigns(from: end)
      case .slash where byte(end + 1) == .star:
        end = endOfBlockComment(from: end)
      case .slash where bytes[end - 1] == .open:
        end = endOfRegex(openedAt: end, signs: 0) ?? end + 1
      case .newline where !isInBlock:
        return end
      default:
        end += 1
      }
    }
    return bytes.count
  }

  /// The end of `/…/` if it is a regular expression, not a division.
  private func endOfRegex() -> Int? {
    if let last = tokens.last, !startsLine {
      switch last.kind {
      case .number, .string: return nil
      case .word
      where !["return", "in", "case", "try", "await", "else", "where"]
        .contains(String(decoding: bytes[last.range], as: UTF8.self)):
        return nil
      case .mark
      where [.close, .closeBracket, .closeBrace]
        .contains(bytes[last.range.lowerBound]):
        return nil
      default: break
      }
    }
    guard ![0x20, 0x09, 0x0A, .equals, 0].contains(byte(index + 1)) else { return nil }
    return endOfRegex(openedAt: index, signs: 0)
  }

  /// The end of a regular expression. Without number signs, it must end on its line.
  private func endOfRegex(openedAt open: Int, signs: Int) -> Int? {
    var end = open + 1
    while end < bytes.count, signs > 0 || bytes[end] != .newline {
      if bytes[end] == .backslash {
        end += 2
      } else if bytes[end] == .slash, hasNumberSigns(signs, at: end + 1) {
        return end + 1 + signs
      } else {
        end += 1
      }
    }
    return nil
  }
}

// MARK: - Bytes

extension UInt8 {
  static var newline: UInt8 { 0x0A }
  static var quote: UInt8 { 0x22 }
  static var numberSign: UInt8 { 0x23 }
  static var open: UInt8 { 0x28 }
  static var close: UInt8 { 0x29 }
  static var star: UInt8 { 0x2A }
  static var dot: UInt8 { 0x2E }
  static var slash: UInt8 { 0x2F }
  static var equals: UInt8 { 0x3D }
  static var at: UInt8 { 0x40 }
  static var openBracket: UInt8 { 0x5B }
  static var backslash: UInt8 { 0x5C }
  static var closeBracket: UInt8 { 0x5D }
  static var backtick: UInt8 { 0x60 }
  static var openBrace: UInt8 { 0x7B }
  static var closeBrace: UInt8 { 0x7D }
}

/// A word, a literal, a bracket, or an operator of Swift source.
package struct SwiftToken: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A name or a keyword: `store`, `$0`, `#if`, `@Test`, `` `a raw name` ``.
    case word
    case number
    /// A whole string literal, including interpolations, or a regular expression.
    case string
    /// A bracket, a comma, a colon, a semicolon or a dot.
    case mark
    case sign
  }

  package let kind: Kind
  /// The token's bytes.
  package let range: Range<Int>
  package let line: Int
  package let lastLine: Int
  /// Whether the token is the first one of its line.
  package let startsLine: Bool
  /// Whether white space, a comment, or a line's end is before or after the token.
  package let hasSpaceBefore: Bool
  package let hasSpaceAfter: Bool
}
