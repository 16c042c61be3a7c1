import Foundation

// The representations of Foundation's values in messages, and their literals in tests: dates, IDs,
// data, URLs.

extension Decimal: PlainValue {
  package var literal: String? { isNaN ? ".nan" : "Decimal(string: \"\(self)\")!" }
}

extension Date: PlainValue {
  /// ISO 8601, with the digits after the second that the date has, down to microseconds.
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
    "Date(timeIntervalSinceReferenceDate: \(SourceLiteral(timeIntervalSinceReferenceDate).text))"
  }
}

extension URL: PlainValue {
  package var dumpText: String { "URL(\(absoluteString))" }
  package var literal: String? { "URL(string: \(absoluteString.sourceLiteral))!" }
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
    count <= 32 ? "Data([\(map { "0x" + Self.hex($0) }.joined(separator: ", "))])" : nil
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

extension NSError: PlainValue {
  package var dumpText: String { "NSError(domain: \(domain.sourceLiteral), code: \(code))" }
  package var literal: String? { "NSError(domain: \(domain.sourceLiteral), code: \(code))" }
}
