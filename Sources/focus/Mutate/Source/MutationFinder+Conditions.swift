// Mutations of conditions.

import SourceReading

extension MutationFinder {
  /// Reads the conditions of a statement, which are separated by commas. Conditions that bind or match a value don't
  /// change.
  ///
  /// - Parameter values: The values that replace the condition.
  mutating func read(conditions range: Range<Int>, as values: [Bool] = [true, false]) {
    for condition in source.arguments(in: range) {
      switch text(condition.lowerBound) {
      case "let", "var", "case":
        if let equals = source.equals(in: condition) {
          read(expression: equals + 1..<condition.upperBound)
        }
      case let word where word.hasPrefix("#"): continue
      default: read(condition: condition, as: values)
      }
    }
  }

  /// Reads an expression as a condition.
  mutating func read(condition range: Range<Int>, as values: [Bool] = [true, false]) {
    for value in values { add(condition: range, as: value) }
    read(expression: range)
  }

  /// Adds a mutation that replaces a condition, or an operand of `&&` or `||`, by a value.
  mutating func add(condition range: Range<Int>, as value: Bool) {
    // An expression that can suspend or throw can't be in an autoclosure.
    guard let bytes = bytes(range), !waits(range), !["true", "false"].contains(source.text(range))
    else { return }
    // The closure of an expression with `$0` would not compile without the parameter.
    let replacement =
      range.contains { text($0).hasPrefix("$") }
      ? (value ? "true || (" : "false && (") + source.text(range) + ")" : "\(value)"
    add(
      MutationSite(
        value ? .conditionAlways : .conditionNever, around: bytes, replacement: replacement,
        "_mutated(@, ", ", as: \(value))"))
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
