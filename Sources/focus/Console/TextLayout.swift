extension String {
  /// The text on one line, without control codes for the terminal, even if a name contains some.
  package var oneLine: String {
    unicodeScalars.reduce(into: "") { line, scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: line += scalar.escaped(asASCII: true)
      default: line.unicodeScalars.append(scalar)
      }
    }
  }

  /// The number of columns that the text takes on a terminal.
  package var columnCount: Int {
    reduce(0) { $0 + ($1.isWide ? 2 : 1) }
  }

  /// The text with spaces after it.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - columnCount))
  }

  /// The text with spaces before it.
  package func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - columnCount)) + self
  }

  /// The text, with an ellipsis in place of its middle if it is wider than a limit.
  ///
  /// Similar names often differ only at their ends, so both ends stay. From 32 columns on, the cut is between words,
  /// or between the parts of `aNameLikeThis`, unless that would take more than half of the width.
  package func truncated(to width: Int) -> String {
    guard columnCount > width else { return self }
    let headWidth = (width - 1) / 2
    let head = prefix(columns: headWidth).count
    let tail = String(reversed()).prefix(columns: width - 1 - headWidth).count
    let characters = Array(self)
    let start = characters.count - tail
    func isBreak(_ index: Int) -> Bool { width >= 32 && characters.isWordBreak(at: index) }
    let headEnd = (head / 2 + 1..<head + 1).last(where: isBreak) ?? head
    let tailStart = (start..<characters.count - tail / 2).first(where: isBreak) ?? start
    return String(characters[..<headEnd]) + "…" + String(characters[tailStart...])
  }

  private func prefix(columns: Int) -> String {
    var result = ""
    var count = 0
    for character in self {
      count += character.isWide ? 2 : 1
      if count > columns { break }
      result.append(character)
    }
    return result
  }

  /// The text in lines of at most a width. A word that is longer has a line for itself.
  package func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.columnCount + 1 + String(word).columnCount <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

extension Character {
  /// Whether terminals show the character in two columns, as East Asian scripts and emoji.
  fileprivate var isWide: Bool {
    guard let scalar = unicodeScalars.first, scalar.value >= 0x1100 else { return false }
    return switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }
}

/// Colors for a terminal, or none.
package struct TextStyle: Sendable {
  package enum Color: Int, Sendable {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33
  }

  private let isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  package func callAsFunction(_ color: Color, _ text: String) -> String {
    isOn ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// A number with its noun: `1 line`, `2 lines`.
func count(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}

extension [Character] {
  /// Whether a word, or a part of a name such as `saveTapped`, ends before an index.
  fileprivate func isWordBreak(at index: Int) -> Bool {
    guard index > 0, index < count else { return true }
    let (before, after) = (self[index - 1], self[index])
    let isInside = (before.isLetter || before.isNumber) && (after.isLetter || after.isNumber)
    return !isInside || !before.isUppercase && after.isUppercase
  }
}
