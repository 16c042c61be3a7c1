/// A mention of a field of a closure's parameter, and its location: `$0.rows[id: 3].title`.
package struct FieldMention: Hashable, Sendable {
  package private(set) var parts: [ClosureFields.Path.Part] = []
  /// The token of the parameter.
  package let start: Int
  /// The token after the field's name.
  fileprivate(set) var end: Int
  /// The number of components before the last `?`.
  fileprivate(set) var optionalDepth: Int?
  /// Whether a method of the field is called.
  fileprivate(set) var isCalled = false
  /// Whether the mention is in a block or in a nested closure.
  fileprivate(set) var isInBraces = false

  fileprivate init(at start: Int) {
    self.start = start
    end = start + 1
  }

  fileprivate mutating func append(_ parts: [ClosureFields.Path.Part], end: Int) {
    self.end = end
    self.parts += parts
  }
}

extension SwiftSource {
  /// The fields of a closure's parameter that occur in some tokens.
  package func mentions(of parameter: String, in range: Range<Int>) -> [FieldMention] {
    guard parameter != "_" else { return [] }
    var mentions: [FieldMention] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if text(index) == "{", let inside = inside(index) {
        mentions += self.mentions(of: parameter, in: inside).map {
          var mention = $0
          mention.isInBraces = true
          return mention
        }
        index = next(after: index)
      } else if text(index) == parameter, text(index - 1) != ".", !isLabel(index) {
        let mention = mention(at: index, in: range)
        mentions.append(mention)
        index = mention.end
      } else {
        index += 1
      }
    }
    return mentions
  }

  /// Whether a token is the label of an argument.
  package func isLabel(_ index: Int) -> Bool {
    text(index + 1) == ":" && ["(", ","].contains(text(index - 1))
  }

  /// Reads a path that begins at the parameter, up to the call of a method.
  func mention(at start: Int, in range: Range<Int>) -> FieldMention {
    var mention = FieldMention(at: start)
    while mention.end < range.upperBound {
      let index = mention.end
      let isAttached = !tokens[index].hasSpaceBefore
      switch text(index) {
      case "?" where isAttached:
        mention.optionalDepth = mention.parts.count
        mention.end += 1
      case "!" where isAttached:
        mention.end += 1
      case "." where index + 1 < range.upperBound:
        let isCall =
          index + 2 < range.upperBound
          && (text(index + 2) == "{"
            || text(index + 2) == "(" && !tokens[index + 2].hasSpaceBefore)
        if isCall {
          mention.isCalled = true
          return mention
        }
        // `0.1` is one number token, but two components. A projected value leads to the same field.
        let names = text(index + 1).withoutBackticks.drop { $0 == "$" }.split(separator: ".")
        mention.append(names.map { .name(String($0)) }, end: index + 2)
      case "[" where isAttached:
        guard let inside = inside(index), let first = arguments(in: inside).first else {
          return mention
        }
        // A key path leads to any field below.
        if text(first.lowerBound) == "keyPath" {
          mention.isCalled = true
          return mention
        }
        mention.append([element(first)], end: next(after: index))
      default:
        return mention
      }
    }
    return mention
  }
}

extension SwiftSource {
  /// The element that an argument of a subscript names.
  private func element(_ argument: Range<Int>) -> ClosureFields.Path.Part {
    let hasLabel = text(argument.lowerBound) == "id" && text(argument.lowerBound + 1) == ":"
    let value = argument.dropFirst(hasLabel ? 2 : 0)
    let text = (hasLabel ? "id: " : "") + text(value.startIndex..<value.endIndex)
    guard value.count == 1, let last = value.last else { return .computed(text) }
    let literal = self.text(last)
    let isLiteral =
      switch tokens[last].kind {
      case .number: literal.allSatisfy { $0.isASCII && $0.isNumber }
      case .string:
        literal.hasPrefix("\"") && !literal.hasPrefix("\"\"\"")
          && !literal.contains("\\(") && !literal.contains("\\\"")
      default: false
      }
    return isLiteral ? .element(text) : .computed(text)
  }
}
