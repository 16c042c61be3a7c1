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
