import Foundation

/// What a traced run wrote down.
package struct Trace: Hashable, Sendable {
  package var events: [TraceEvent] = []

  /// How many lines are damaged or not a trace's.
  package private(set) var damagedLineCount = 0

  /// The other versions of the format that parts of the file are in.
  package private(set) var otherVersions: Set<Int> = []

  package init(_ events: [TraceEvent] = []) { self.events = events }

  /// Reads the contents of a file. Lines that are damaged are skipped and counted.
  package init(contents: Data) {
    var version = TraceFormat.version
    for line in contents.split(separator: UInt8(ascii: "\n")) {
      switch TraceLine(Data(line)) {
      case .header(let newVersion):
        version = newVersion
        if version != TraceFormat.version { otherVersions.insert(version) }
      case .event(let event) where version == TraceFormat.version: events.append(event)
      case .event: break
      case nil: if version == TraceFormat.version { damagedLineCount += 1 }
      }
    }
  }
}
