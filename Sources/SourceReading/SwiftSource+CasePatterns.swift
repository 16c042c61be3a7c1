extension SwiftSource {
  /// The patterns of the `case` labels and conditions in a range, each with its names, starting with the outermost:
  /// `rows`, `element`, `deleteTapped` of `.rows(.element(_, .deleteTapped))`. Patterns inside the range's own types
  /// don't count.
  package func casePatterns(in range: Range<Int>) -> [(names: [String], line: Int)] {
    let types = types(in: range).compactMap(\.declaration.body)
    var result: [(names: [String], line: Int)] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if let type = types.first(where: { $0.contains(index) }) {
        index = type.upperBound
        continue
      }
      if tokens[index].kind == .word, text(index) == "case" {
        let end = endOfPattern(from: index + 1, in: range)
        for part in arguments(in: index + 1..<end) {
          guard let first = part.first else { continue }
          let names = caseNames(in: part)
          if !names.isEmpty { result.append((names, tokens[first].line)) }
        }
        index = end
      } else {
        index += 1
      }
    }
    return result
  }

  /// The colon of a label, or the `=` of a condition.
  private func endOfPattern(from start: Int, in range: Range<Int>) -> Int {
    var index = start
    while index < range.upperBound, ![":", "=", "{"].contains(text(index)) {
      index = min(next(after: index), range.upperBound)
    }
    return index
  }

  private func caseNames(in range: Range<Int>) -> [String] {
    var names: [String] = []
    for index in range
    where text(index) == "." && index + 1 < range.upperBound
      && tokens[index + 1].kind == .word
      && (index == range.lowerBound || !hasOperand(before: index))
    {
      names.append(text(index + 1).withoutBackticks)
    }
    return names
  }

  /// Whether the dot follows a base expression. `Action.saved` still names a case.
  private func hasOperand(before dot: Int) -> Bool {
    if tokens[dot].hasSpaceBefore { return false }
    let before = text(dot - 1)
    if before == ")" || before == "]" || before == "\\" { return true }
    guard tokens[dot - 1].kind == .word else { return false }
    return before.first?.isUppercase != true
  }
}
