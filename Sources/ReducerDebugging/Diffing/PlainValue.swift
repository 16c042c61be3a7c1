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
  package var literal: String? { String(self).sourceLiteral }
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

// The literal of a range would depend on its bounds: `(-3)...(-1)`.

extension Range: PlainValue {
  package var literal: String? { nil }
}

extension ClosedRange: PlainValue {
  package var literal: String? { nil }
}
