/// An assignment that computes a field from itself up to a limit: `$0.count = min(9, $0.count + 1)`, `$0.x /= 2`.
///
/// At its limit, applying it again changes nothing.
package struct LimitedAssignment {
  /// What it assigns to, as written.
  package let target: String
  /// The numbers that can be its limit; empty if none is written out.
  private let limits: [Double]

  package init?(_ statement: Range<Int>, in source: SwiftSource) {
    guard let sign = source.assignment(in: statement) else { return nil }
    target = source.text(statement.lowerBound..<sign)
    let value = sign + 1..<statement.upperBound
    switch source.text(sign) {
    case "/=":
      limits = [0]
    case "=":
      guard value.contains(where: { ["min", "max"].contains(source.text($0)) }),
        source.text(value).contains(target)
      else { return nil }
      limits = value.compactMap { source.argument(at: $0) }
    default:
      return nil
    }
  }

  /// Whether a value, as it is printed, can be the limit.
  package func mayReach(_ value: String) -> Bool {
    guard let number = Double(value) else { return false }
    return limits.isEmpty || limits.contains(number)
  }
}

extension SwiftSource {
  /// The number that is the whole argument of a call, such as `-9` in `max(-9, $0.count)`.
  fileprivate func argument(at index: Int) -> Double? {
    guard let number = Double(text(index).replacing("_", with: "")),
      [",", ")"].contains(text(index + 1))
    else { return nil }
    let isNegative = text(index - 1) == "-"
    guard ["(", ","].contains(text(index - (isNegative ? 2 : 1))) else { return nil }
    return isNegative ? -number : number
  }
}
