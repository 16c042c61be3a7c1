import Foundation

/// The events of a traced run. The article FileFormats describes the format.
package struct Trace: Hashable, Sendable {
  /// The version of the format that this package writes and reads.
  package static let version = 1

  /// The first line of each process, line feed included.
  package static var header: String { "{\"trace\":\(version)}\n" }

  package var events: [TraceEvent] = []
  /// The time of each event that was read from a file, in seconds since 1970; 0 if the time is unknown.
  package private(set) var times: [Double] = []

  /// The number of lines that are damaged or don't belong to a trace.
  package private(set) var damagedLineCount = 0

  /// The versions of the format, other than the current one, in which parts of the file are
  /// written.
  package private(set) var otherVersions: Set<Int> = []

  package init(_ events: [TraceEvent] = []) { self.events = events }

  /// Reads the contents of a file. Lines that are damaged are skipped and counted.
  package init(contents: Data) {
    var version = Self.version
    // Each process numbers its stores from 1. Here, each store has a unique number.
    var process = 0
    for data in contents.lines {
      var line = try? JSONDecoder().decode(TraceLine.self, from: data)
      if let newVersion = line?.trace {
        version = newVersion
        process += 1
        if version != Self.version { otherVersions.insert(version) }
        continue
      }
      guard version == Self.version else { continue }
      line?.renumberStores(by: process * 1_000_000)
      if let event = line?.event {
        events.append(event)
        times.append(line?.time ?? 0)
      } else {
        damagedLineCount += 1
      }
    }
  }
}

extension Trace {
  /// The trace as the contents of a file.
  package var text: String { events.reduce(into: Self.header) { $0 += $1.line } }
}

extension TraceEvent {
  /// The store of the event. `nil` for events without a store, such as a call.
  package var store: Int? {
    switch self {
    case .store(let store): store.store
    case .call, .answer, .clock, .issue, .run: nil
    case .step(let step): step.store
    case .outcome(let outcome): outcome.store
    case .assertion(let assertion): assertion.store
    case .effect(let effect): effect.id.store
    case .wait(let wait): wait.id.store
    case .end(let end): end.id.store
    case .stubCall(let call): call.id?.store
    }
  }
}
