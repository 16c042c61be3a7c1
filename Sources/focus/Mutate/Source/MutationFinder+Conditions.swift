// Mutations of conditions.

import SourceReading

extension MutationFinder {
  /// Reads the conditions of a statement, which are separated by commas. Conditions that bind or match a value don't
  /// change.
  ///
  /// - Parameter isOfLoop: Whether the conditions belong to a loop. Its conditions are neither negated nor always
  ///   met, because the loop might never end.
  mutating func read(conditions range: Range<Int>, isOfLoop: Bool = false) {
    for condition in source.arguments(in: range) {
      switch text(condition.lowerBound) {
      case "let", "var", "case":
        if let equals = source.equals(in: condition) {
          read(expression: equals + 1..<condition.upperBound)
        }
      case let word where word.hasPrefix("#"): continue
      default: read(condition: condition, isOfLoop: isOfLoop)
      }
    }
  }

  /// Reads an expression as a condition.
  mutating func read(condition range: Range<Int>, isOfLoop: Bool = false) {
    guard let bytes = bytes(range), !["true", "false"].contains(source.text(range)) else { return }
    if waits(range) {
      // An expression that can suspend or throw can't be in an autoclosure.
      if !isOfLoop {
        add(
          MutationSite(
            .conditionNegated, around: bytes, replacement: negated(range), "((",
            ") != _isMutated(@))"))
      }
    } else if isOfLoop {
      add(
        MutationSite(
          .conditionNever, around: bytes, replacement: constant(false, for: range),
          "_mutated(@, term: ", ", as: false)"))
    } else {
      let faults = [
        (MutationOperator.conditionNegated, negated(range)),
        (.conditionAlways, constant(true, for: range)),
        (.conditionNever, constant(false, for: range)),
      ]
      add(
        MutationSite(
          faults: faults.map { .init(operator: $0, range: bytes, replacement: $1) },
          edits: [
            .open(at: bytes.lowerBound, "_mutated(@, condition: "),
            .close(at: bytes.upperBound, ")"),
          ]))
    }
    read(expression: range)
  }

  /// The source of a condition that is always `value`. It keeps an expression with `$0`, because the closure would
  /// not compile without the parameter.
  private func constant(_ value: Bool, for range: Range<Int>) -> String {
    guard range.contains(where: { text($0).hasPrefix("$") }) else { return "\(value)" }
    return (value ? "true || (" : "false && (") + source.text(range) + ")"
  }

  private func negated(_ range: Range<Int>) -> String {
    let signs = source.outerTokens(in: range).filter {
      source.tokens[$0].kind == .sign && source.tokens[$0].hasSpaceBefore || isWord($0)
    }
    let first = range.lowerBound
    if text(first) == "!", signs.filter({ $0 != first }).isEmpty {
      return source.text(first + 1..<range.upperBound)
    }
    return signs.isEmpty && text(first) != "-"
      ? "!" + source.text(range) : "!(\(source.text(range)))"
  }

  private func isWord(_ index: Int) -> Bool {
    ["is", "as", "try", "await"].contains(text(index))
  }

  /// Adds a mutation that removes an operand of `&&` or `||`.
  mutating func add(term range: Range<Int>, as value: Bool) {
    guard let bytes = bytes(range), !waits(range), !["true", "false"].contains(source.text(range))
    else { return }
    add(
      MutationSite(
        .termRemoved, around: bytes, replacement: constant(value, for: range),
        "_mutated(@, term: ", ", as: \(value))"))
  }

  /// Whether an expression suspends or throws, regardless of closures in it.
  func waits(_ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      if ["try", "await"].contains(text(index)) { return true }
      index = text(index) == "{" ? source.next(after: index) : index + 1
    }
    return false
  }
}
