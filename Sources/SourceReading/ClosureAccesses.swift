/// How a closure reaches for the parts of a state, which tells on which states it can run.
package struct ClosureAccesses: Hashable, Sendable {
  /// Whether it traps on a state that lacks something: `rows[$0.selected]`, `child!`, `rows.removeFirst()`;
  /// but `rows[id: 1]` and `names["a"]` do not.
  package private(set) var computesPlaces = false
  /// Whether it names the position of an element: `rows[0]`.
  package private(set) var namesPositions = false

  /// - Parameter closure: The tokens between the braces.
  package init(_ closure: Range<Int>, in source: SwiftSource) {
    for index in closure {
      let (token, text) = (source.tokens[index], source.text(index))
      switch token.kind {
      case .word where source.text(index - 1) == ".": readMember(text, at: index, in: source)
      case .mark where text == "[" && !token.hasSpaceBefore && index > closure.lowerBound:
        readSubscript(index, in: source)
      case .sign:
        if text == "!", !token.hasSpaceBefore, !token.hasSpaceAfter,
          [".", "[", ")"].contains(source.text(index + 1)), endsValue(index - 1, in: source)
        {
          computesPlaces = true
        }
      default: break
      }
    }
  }

  private mutating func readMember(_ name: String, at index: Int, in source: SwiftSource) {
    if name.hasPrefix("removeFirst") || name.hasPrefix("removeLast")
      || name == "remove" && source.text(index + 2) == "at"
    {
      computesPlaces = true
    }
  }

  private mutating func readSubscript(_ bracket: Int, in source: SwiftSource) {
    let isOptional = ["?", "!"].contains(source.text(bracket - 1))
    guard isOptional || endsValue(bracket - 1, in: source), let inside = source.inside(bracket),
      let first = inside.first, source.tokens[first].kind != .string,
      source.text(first) != "id" || source.text(first + 1) != ":"
    else { return }
    if inside.count == 1, source.tokens[first].kind == .number {
      namesPositions = true
    } else {
      computesPlaces = true
    }
  }

  private func endsValue(_ index: Int, in source: SwiftSource) -> Bool {
    guard source.tokens.indices.contains(index) else { return false }
    return [.word, .number].contains(source.tokens[index].kind)
      || [")", "]"].contains(source.text(index))
  }
}
