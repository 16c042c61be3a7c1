import Foundation

/// A value that prints on one line and has no fields of interest.
package protocol PlainValue {
  var dumpText: String { get }
  /// The value as Swift source, or `nil` if none can be written.
  var literal: String? { get }
}

extension PlainValue where Self: CustomStringConvertible {
  package var dumpText: String { description }
  package var literal: String? { description }
}

extension Bool: PlainValue {}
extension Int: PlainValue {}
extension Int8: PlainValue {}
extension Int16: PlainValue {}
extension Int32: PlainValue {}
extension Int64: PlainValue {}
extension UInt: PlainValue {}
extension UInt8: PlainValue {}
extension UInt16: PlainValue {}
extension UInt32: PlainValue {}
extension UInt64: PlainValue {}

extension PlainValue where Self: BinaryFloatingPoint & CustomStringConvertible {
  package var literal: String? {
    if isNaN { return ".nan" }
    if isInfinite { return sign == .minus ? "-.infinity" : ".infinity" }
    return description
  }
}

extension Double: PlainValue {}
extension Float: PlainValue {}
extension CGFloat: PlainValue {}

extension Character: PlainValue {
  package var dumpText: String { String(self).debugDescription }
  package var literal: String? { SourceLiteral.quoted(String(self)) }
}

extension Decimal: PlainValue {
  package var literal: String? { isNaN ? ".nan" : "Decimal(string: \"\(self)\")!" }
}

extension Date: PlainValue {
  /// ISO 8601 with as many digits after the second as the date has, down to microseconds.
  package var dumpText: String {
    let microseconds = (timeIntervalSince1970 * 1_000_000).rounded()
    guard microseconds.isFinite, abs(microseconds) < 1e18 else {
      return "Date(\(timeIntervalSinceReferenceDate))"
    }
    let seconds = (microseconds / 1_000_000).rounded(.down)
    let fraction = Int(microseconds - seconds * 1_000_000)
    let whole = Date(timeIntervalSince1970: seconds).formatted(.iso8601)
    guard (1..<1_000_000).contains(fraction) else { return "Date(\(whole))" }
    var digits = String(repeating: "0", count: 6 - String(fraction).count) + String(fraction)
    while digits.last == "0" { digits.removeLast() }
    return "Date(\(whole.dropLast()).\(digits)Z)"
  }

  package var literal: String? {
    timeIntervalSinceReferenceDate.literal.map { "Date(timeIntervalSinceReferenceDate: \($0))" }
  }
}

extension URL: PlainValue {
  package var dumpText: String { "URL(\(absoluteString))" }
  package var literal: String? { "URL(string: \(SourceLiteral.quoted(absoluteString)))!" }
}

extension UUID: PlainValue {
  package var dumpText: String { "UUID(\(uuidString))" }
  package var literal: String? { "UUID(uuidString: \"\(uuidString)\")!" }
}

extension Data: PlainValue {
  package var dumpText: String {
    guard !isEmpty else { return "Data(0 bytes)" }
    let hex = prefix(16).map(Self.hex).joined()
    return "Data(\(counted(count, "byte")), 0x\(hex)\(count > 16 ? "…" : ""))"
  }

  package var literal: String? {
    guard count <= 4_096 else { return nil }
    guard count > 32 else {
      return "Data([\(map { "0x" + Self.hex($0) }.joined(separator: ", "))])"
    }
    return "Data(base64Encoded: \"\(base64EncodedString())\")!"
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
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

extension Locale: PlainValue {
  package var dumpText: String { "Locale(\(identifier))" }
  package var literal: String? { "Locale(identifier: \(SourceLiteral.quoted(identifier)))" }
}

extension TimeZone: PlainValue {
  package var dumpText: String { "TimeZone(\(identifier))" }
  package var literal: String? { "TimeZone(identifier: \(SourceLiteral.quoted(identifier)))!" }
}

extension Calendar: PlainValue {
  package var dumpText: String { "Calendar(\(identifier))" }
  package var literal: String? { "Calendar(identifier: .\(identifier))" }
}

extension NSError: PlainValue {
  package var dumpText: String { "NSError(domain: \(domain.debugDescription), code: \(code))" }
  package var literal: String? { "NSError(domain: \(SourceLiteral.quoted(domain)), code: \(code))" }
}

extension AnyKeyPath: PlainValue {
  package var dumpText: String { "\(self)" }
  /// Computed properties print as an address, which is no source.
  package var literal: String? {
    dumpText.contains("<") || !dumpText.hasPrefix("\\") ? nil : dumpText
  }
}

/// A range: its bounds, and the mark between them.
private protocol PlainRange: PlainValue {
  typealias Bounds = (lower: Any?, mark: String, upper: Any?)
  var bounds: Bounds { get }
}

extension PlainRange {
  package var dumpText: String { spelled { String(dumpingOnOneLine: $0) } ?? "" }
  package var literal: String? { spelled(SourceLiteral.operand) }

  private func spelled(_ bound: (Any) -> String?) -> String? {
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
