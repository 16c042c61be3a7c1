import Foundation

extension SwiftSource {
  /// The lines that contain some bytes, as one text: both unchanged and with the bytes replaced.
  package func lines(
    replacing range: Range<Int>, with text: String
  ) -> (before: String, after: String) {
    let start = startOfLine(at: range.lowerBound)
    let head = string(bytes: start..<range.lowerBound)
    let tail = string(bytes: range.upperBound..<endOfLine(at: range.upperBound))
    let old = string(bytes: range)
    let first = old.prefix { !$0.isNewline }
    let isLong = first.count < old.count
    return (
      (head + first + (isLong ? " …" : tail)).trimmingCharacters(in: .whitespacesAndNewlines),
      (head + text + tail).trimmingCharacters(in: .whitespacesAndNewlines)
    )
  }

  /// The token that begins at a line and a column, as `#line` and `#column` count them.
  package func token(atLine line: Int, column: Int) -> Int? {
    var index = firstToken(fromLine: line)
    guard index < tokens.count, tokens[index].line == line else { return nil }
    let start = startOfLine(at: tokens[index].range.lowerBound) + column - 1
    while index < tokens.count, tokens[index].range.lowerBound < start { index += 1 }
    return index < tokens.count && tokens[index].range.lowerBound == start ? index : nil
  }

  /// The first token that begins on a line, or else on a later one.
  package func firstToken(fromLine line: Int) -> Int {
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].line < line { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The tokens between the innermost braces around a token, or all tokens if there are no braces.
  package func block(around index: Int) -> Range<Int> {
    var index = index - 1
    while index >= 0 {
      if let partner = partner(of: index) {
        if partner < index {
          index = partner
        } else if text(index) == "{" {
          return index + 1..<partner
        }
      }
      index -= 1
    }
    return tokens.indices
  }

  /// The innermost statement that contains a token, without the parameters of an enclosing closure.
  package func statement(around index: Int) -> Range<Int>? {
    let block = block(around: index)
    let body = parameters(ofClosure: block)?.body ?? block
    return statements(in: body).first { $0.contains(index) }
  }
}
