/// Takes Swift source apart into tokens.
///
/// It knows where strings, comments and regular expressions end, and nothing of grammar. Any bytes have
/// tokens: what is never closed ends with the file, or with its line.
struct SwiftLexer {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var startsLine = true
  private var hasSpaceBefore = true
  private(set) var tokens: [SwiftToken] = []
  private(set) var comments: [SwiftSource.Comment] = []

  /// How deep strings in interpolations of strings are followed.
  private static let depthLimit = 64

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    while index < bytes.count { readNext() }
  }

  private func byte(_ index: Int) -> UInt8 { bytes.indices.contains(index) ? bytes[index] : 0 }

  private func matches(_ text: StaticString, at index: Int) -> Bool {
    guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { text in
      for offset in text.indices where text[offset] != bytes[index + offset] { return false }
      return true
    }
  }

  private mutating func readNext() {
    switch byte(index) {
    case UInt8(ascii: "\n"):
      line += 1
      startsLine = true
      hasSpaceBefore = true
      index += 1
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x0B, 0x0C, 0:
      hasSpaceBefore = true
      index += 1
    case UInt8(ascii: "/") where matches("//", at: index),
      UInt8(ascii: "/") where matches("/*", at: index):
      readComment()
    case let next:
      let (kind, end) = token(startingWith: next)
      append(kind, to: max(end, index + 1))
    }
  }

  private mutating func append(_ kind: SwiftToken.Kind, to end: Int) {
    let end = min(end, bytes.count)
    var lastLine = line
    for position in index..<end where bytes[position] == UInt8(ascii: "\n") { lastLine += 1 }
    tokens.append(
      SwiftToken(
        kind: kind, range: index..<end, line: line, lastLine: lastLine, startsLine: startsLine,
        hasSpaceBefore: hasSpaceBefore, hasSpaceAfter: isSpace(at: end)))
    line = lastLine
    index = end
    startsLine = false
    hasSpaceBefore = false
  }

  private func isSpace(at index: Int) -> Bool {
    index >= bytes.count || [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index])
      || matches("//", at: index) || matches("/*", at: index)
  }

  private func token(startingWith next: UInt8) -> (SwiftToken.Kind, end: Int) {
    switch next {
    case UInt8(ascii: "\""):
      return (.string, endOfString(from: index, depth: 0))
    case UInt8(ascii: "#"):
      if let end = endOfRawLiteral() { return (.string, end) }
      return Self.isNamePart(byte(index + 1))
        ? (.word, endOfName(from: index + 1)) : (.sign, index + 1)
    case UInt8(ascii: "@"):
      return (.word, endOfName(from: index + 1))
    case UInt8(ascii: "`"):
      return (.word, endOfRawName())
    case _ where Self.isDigit(next):
      return (.number, endOfNumber())
    case _ where Self.isNamePart(next):
      return (.word, endOfName(from: index))
    case _ where Self.isMark(next):
      if next == UInt8(ascii: "."), byte(index + 1) == next {
        return (.sign, endOfSign(from: index))
      }
      return (.mark, index + 1)
    case UInt8(ascii: "/"):
      if let end = endOfRegex() { return (.string, end) }
      return (.sign, endOfSign(from: index))
    default:
      return (.sign, endOfSign(from: index))
    }
  }
}

// MARK: - Names, numbers and operators

extension SwiftLexer {
  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Whether a byte may be a part of a name. Every letter beyond ASCII may.
  static func isNamePart(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ";"),
      UInt8(ascii: ":"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "!"),
      UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"),
      UInt8(ascii: "?"), UInt8(ascii: "/"):
      true
    default: false
    }
  }

  private func endOfName(from start: Int) -> Int {
    var end = start
    while end < bytes.count, Self.isNamePart(bytes[end]) { end += 1 }
    return end
  }

  /// A name between backticks, or the backtick alone if no other one is on its line.
  private func endOfRawName() -> Int {
    var end = index + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
      if bytes[end] == UInt8(ascii: "`") { return end + 1 }
      end += 1
    }
    return index + 1
  }

  private func endOfNumber() -> Int {
    var end = index
    while end < bytes.count {
      if Self.isNamePart(bytes[end]) {
        end += 1
      } else if bytes[end] == UInt8(ascii: "."), Self.isDigit(byte(end + 1)) {
        end += 1
      } else if [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(bytes[end]),
        [UInt8(ascii: "e"), UInt8(ascii: "E")].contains(byte(end - 1)), Self.isDigit(byte(end + 1)),
        !matches("0x", at: index)
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
    if byte(start) == UInt8(ascii: ".") {
      while byte(end) == UInt8(ascii: ".") || byte(end) == UInt8(ascii: "<") { end += 1 }
      return end
    }
    while end < bytes.count, Self.isSign(bytes[end]) {
      if end > start, matches("//", at: end) || matches("/*", at: end) { break }
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
    if matches("//", at: index) {
      while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
    } else {
      index = endOfBlockComment(from: index)
      for position in start..<index where bytes[position] == UInt8(ascii: "\n") { line += 1 }
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
      if matches("/*", at: end) {
        depth += 1
        end += 2
      } else if matches("*/", at: end) {
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
  /// The end of `#"…"#` or `#/…/#`; `nil` if the number signs begin neither.
  private func endOfRawLiteral() -> Int? {
    var open = index
    while byte(open) == UInt8(ascii: "#") { open += 1 }
    if byte(open) == UInt8(ascii: "\"") { return endOfString(from: index, depth: 0) }
    guard byte(open) == UInt8(ascii: "/") else { return nil }
    let count = open - index
    var end = open + 1
    while end < bytes.count {
      if bytes[end] == UInt8(ascii: "\\") {
        end += 2
      } else if bytes[end] == UInt8(ascii: "/"), hasNumberSigns(count, at: end + 1) {
        return end + 1 + count
      } else {
        end += 1
      }
    }
    return nil
  }

  private func hasNumberSigns(_ count: Int, at index: Int) -> Bool {
    for offset in 0..<count where byte(index + offset) != UInt8(ascii: "#") { return false }
    return true
  }

  /// Where a string ends that begins with any number of number signs.
  private func endOfString(from start: Int, depth: Int) -> Int {
    var open = start
    while byte(open) == UInt8(ascii: "#") { open += 1 }
    let signs = open - start
    let isBlock = matches("\"\"\"", at: open)
    var end = open + (isBlock ? 3 : 1)
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "\\") where hasNumberSigns(signs, at: end + 1):
        let escaped = end + 1 + signs
        if byte(escaped) == UInt8(ascii: "("), depth < Self.depthLimit {
          end = endOfInterpolation(from: escaped, depth: depth + 1, isInBlock: isBlock)
        } else {
          // A line's end is no part of an escape, lest a string that is not closed takes the next line.
          end = !isBlock && byte(escaped) == UInt8(ascii: "\n") ? escaped : escaped + 1
        }
      case UInt8(ascii: "\""):
        if isBlock {
          if matches("\"\"\"", at: end), hasNumberSigns(signs, at: end + 3) {
            return end + 3 + signs
          }
        } else if hasNumberSigns(signs, at: end + 1) {
          return end + 1 + signs
        }
        end += 1
      case UInt8(ascii: "\n") where !isBlock:
        return end
      default:
        end += 1
      }
    }
    return bytes.count
  }

  /// Where an interpolation ends whose parenthesis opens at an index.
  private func endOfInterpolation(from start: Int, depth: Int, isInBlock: Bool) -> Int {
    var end = start
    var parentheses = 0
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "("):
        parentheses += 1
        end += 1
      case UInt8(ascii: ")"):
        parentheses -= 1
        end += 1
        if parentheses == 0 { return end }
      case UInt8(ascii: "\""):
        end = endOfString(from: end, depth: depth)
      case UInt8(ascii: "#") where isRawString(at: end):
        end = endOfString(from: end, depth: depth)
      case UInt8(ascii: "/") where matches("/*", at: end):
        end = endOfBlockComment(from: end)
      case UInt8(ascii: "\n") where !isInBlock:
        return end
      default:
        end += 1
      }
    }
    return bytes.count
  }

  private func isRawString(at index: Int) -> Bool {
    var open = index
    while byte(open) == UInt8(ascii: "#") { open += 1 }
    return byte(open) == UInt8(ascii: "\"")
  }

  /// The end of `/…/`, where that is a regular expression and no division.
  private func endOfRegex() -> Int? {
    if let last = tokens.last, !startsLine {
      switch last.kind {
      case .number, .string: return nil
      case .word
      where !["return", "in", "case", "try", "await", "else", "where"]
        .contains(String(decoding: bytes[last.range], as: UTF8.self)):
        return nil
      case .mark
      where [UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}")]
        .contains(bytes[last.range.lowerBound]):
        return nil
      default: break
      }
    }
    guard ![0x20, 0x09, 0x0A, UInt8(ascii: "="), 0].contains(byte(index + 1)) else { return nil }
    var end = index + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
      if bytes[end] == UInt8(ascii: "\\") {
        end += 2
      } else if bytes[end] == UInt8(ascii: "/") {
        return end + 1
      } else {
        end += 1
      }
    }
    return nil
  }
}
