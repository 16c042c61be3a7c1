import Foundation

/// Files with one JSON object per line, to which several processes can append while others read.
package enum JSONLines {
  /// The line of a value, including its line feed. The keys are sorted.
  package static func line(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(value)) ?? Data()
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// The line of an object with texts and numbers, in the given order, including its line feed. Keys without a value are
  /// left out.
  ///
  /// Tests wait for the ledger's lines. In a debug build, this takes a fraction of the time of `JSONEncoder`.
  static func line(_ values: [(key: String, value: JSONText?)]) -> String {
    let texts = values.compactMap { key, value in value.map { "\"\(key)\":\($0.text)" } }
    return "{\(texts.joined(separator: ","))}\n"
  }
}

/// The JSON of a text or a number.
struct JSONText {
  let text: String

  init(_ number: Int) { text = String(number) }

  /// Only the characters that JSON requires are escaped. The result contains no line feed.
  init(_ string: String) {
    let isPlain = !string.utf8.contains {
      $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
    }
    if isPlain {
      text = "\"\(string)\""
      return
    }
    text =
      string.unicodeScalars.reduce(into: "\"") { text, scalar in
        switch scalar {
        case "\"", "\\": text += "\\\(scalar)"
        case ..<" ": text += "\\u" + "000\(String(scalar.value, radix: 16))".suffix(4)
        default: text.unicodeScalars.append(scalar)
        }
      } + "\""
  }
}

extension Data {
  /// The lines that are not empty, without their line ends.
  package var lines: [Data] {
    // A loop, because `split(separator:)` takes twenty times as long in a debug build, and
    // `swift run` uses debug builds.
    var lines: [Data] = []
    var start = startIndex
    var index = startIndex
    for byte in self {
      if byte == UInt8(ascii: "\n") {
        lines.append(self[start..<index])
        start = index + 1
      }
      index += 1
    }
    lines.append(self[start...])
    return lines.compactMap { line in
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return line.isEmpty ? nil : line
    }
  }
}
