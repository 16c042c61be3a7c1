/// A word, a literal, a bracket or an operator of Swift source.
package struct SwiftToken: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A name or a keyword: `store`, `$0`, `#if`, `@Test`, `` `a raw name` ``.
    case word
    case number
    /// A whole string literal, interpolations included, or a regular expression.
    case string
    /// A bracket, a comma, a colon, a semicolon or a dot.
    case mark
    case sign
  }

  package let kind: Kind
  let start: Int
  let end: Int
  package let line: Int
  package let lastLine: Int
  /// Whether the token is the first one of its line.
  package let startsLine: Bool
  /// Whether white space, a comment or a line's end stands before or after the token.
  package let hasSpaceBefore: Bool
  package let hasSpaceAfter: Bool

  /// The token's bytes.
  package var range: Range<Int> { start..<end }
}
