extension SwiftSource {
  /// The patterns of the `case` labels and conditions in a range, each with its names, starting with the outermost:
  /// `rows`, `element`, `deleteTapped` of `.rows(.element(_, .deleteTapped))`. Patterns inside the range's own types
  /// don't count.
  package func casePatterns(in range: Range<Int>) -> [(names: [String], line: Int)] {
    let types = types(in: range).compactMap(\.declaration.body)
    let cases = range.filter { index in
      text(index) == "case" && !types.contains { $0.contains(index) }
    }
    let patterns = cases.flatMap { index in
      arguments(in: index + 1..<endOfPattern(from: index + 1, in: range))
    }
    return patterns.map { (caseNames(in: $0), tokens[$0.lowerBound].line) }
      .filter { !$0.names.isEmpty }
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
    range.dropLast().filter { index in
      text(index) == "." && tokens[index + 1].kind == .word
        && (index == range.lowerBound || !hasOperand(before: index))
    }.map { text($0 + 1).withoutBackticks }
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
