import Foundation

/// The lines of a traced run. The article FileFormats describes the format.
package struct Trace: Sendable {
  /// The version of the format that this package writes and reads.
  package static let version = 3

  /// The first line of each process, line feed included.
  package static var header: String { JSONLines.line(of: TraceLine(trace: version)) }

  /// The rows of the test's timeline, in order, with their times in seconds since 1970.
  package private(set) var rows: [(row: TimelineRow, time: Double)] = []

  /// The number of lines that are damaged or don't belong to a trace.
  package private(set) var damagedLineCount = 0

  /// The versions of the format, other than the current one, in which parts of the file are
  /// written.
  package private(set) var otherVersions: Set<Int> = []

  /// Reads the contents of a file. Lines that are damaged are skipped and counted.
  package init(contents: Data) {
    var version = Self.version
    var rows: [(row: TimelineRow?, time: Double)] = []
    // Each process numbers its rows from 0.
    var positions: [Int: Int] = [:]
    for data in contents.lines {
      let line = try? JSONDecoder().decode(TraceLine.self, from: data)
      if let newVersion = line?.trace {
        version = newVersion
        positions = [:]
        if version != Self.version { otherVersions.insert(version) }
        continue
      }
      guard version == Self.version else { continue }
      if let number = line?.number, let position = positions[number] {
        rows[position].row = line?.row
      } else if let number = line?.number {
        positions[number] = rows.count
        rows.append((line?.row, line?.time ?? 0))
      } else {
        damagedLineCount += 1
      }
    }
    self.rows = rows.compactMap { row, time in row.map { ($0, time) } }
  }
}

/// A line of a trace: a header, or a row of the timeline.
private struct TraceLine: Codable {
  /// The version of the format, in a header.
  var trace: Int?
  /// The number of a row in its process. A later line with the same number replaces the row, or removes it.
  var number: Int?
  var row: TimelineRow?
  /// The time of the row, in seconds since 1970.
  var time: Double?
}

extension TimelineRow {
  /// The line that writes a row, replaces it, or removes it, line feed included.
  package static func line(_ row: TimelineRow?, number: Int, at time: Double) -> String {
    JSONLines.line(of: TraceLine(number: number, row: row, time: time))
  }
}
