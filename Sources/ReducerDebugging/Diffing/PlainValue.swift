import Core

/// A value that prints on one line and has no fields of interest.
package protocol PlainValue {
  var dumpText: String { get }
  /// The value as Swift source, or `nil` if source code can't express it.
  var literal: String? { get }
}

extension PlainValue where Self: CustomStringConvertible {
  package var dumpText: String { description }
  package var literal: String? { description }
}

extension Bool: PlainValue {}

extension Character: PlainValue {
  package var dumpText: String { String(self).sourceLiteral }
  package var literal: String? { SourceLiteral.quoted(String(self)) }
}

extension Duration: PlainValue {
  package var literal: String? {
    let (seconds, attoseconds) = components
    if attoseconds == 0 { return ".seconds(\(seconds))" }
    let perMillisecond: Int64 = 1_000_000_000_000_000
    if attoseconds % perMillisecond == 0, seconds.magnitude < Int64.max.magnitude / 1_001 {
      return ".milliseconds(\(seconds * 1_000 + attoseconds / perMillisecond))"
    }
    return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }
}

extension AnyKeyPath: PlainValue {
  package var dumpText: String { "\(self)" }
  /// A computed property prints as an address, which isn't source code.
  package var literal: String? {
    dumpText.contains("<") || !dumpText.hasPrefix("\\") ? nil : dumpText
  }
}

/// A range: its bounds, and the operator between them.
private protocol PlainRange: PlainValue {
  typealias Bounds = (lower: Any?, mark: String, upper: Any?)
  var bounds: Bounds { get }
}

extension PlainRange {
  package var dumpText: String { rendered { String(dumpingOnOneLine: $0) } ?? "" }
  package var literal: String? { rendered(SourceLiteral.operand) }

  private func rendered(_ bound: (Any) -> String?) -> String? {
    let (lower, upper) = (bounds.lower.map(bound) ?? "", bounds.upper.map(bound) ?? "")
    return lower.flatMap { lower in upper.map { lower + bounds.mark + $0 } }
  }
}

extension Range: PlainValue, PlainRange {
  fileprivate var bounds: Bounds { (lowerBound, "..<", upperBound) }
}

extension ClosedRange: PlainValue, PlainRange {
  fileprivate var bounds: Bounds { (lowerBound, "...", upperBound) }
}

extension PartialRangeFrom: PlainValue, PlainRange {
  fileprivate var bounds: Bounds { (lowerBound, "...", nil) }
}

extension PartialRangeUpTo: PlainValue, PlainRange {
  fileprivate var bounds: Bounds { (nil, "..<", upperBound) }
}

extension PartialRangeThrough: PlainValue, PlainRange {
  fileprivate var bounds: Bounds { (nil, "...", upperBound) }
}
