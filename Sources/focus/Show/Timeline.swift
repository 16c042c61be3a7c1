import TestEvents

/// The rows of one run of a test, each beside the lanes of the effects in flight, as `git log --graph` draws branches.
package struct Timeline: Hashable, Sendable {
  package var lines: [Line]

  /// A row, and the lanes from left to right. A lane is `nil` if no effect has it.
  package struct Line: Hashable, Sendable {
    package var row: TimelineRow
    package var lanes: [Lane?]
  }

  /// A part of an effect's line from its start to its end.
  package struct Lane: Hashable, Sendable {
    /// The number of the effect.
    package var effect: Int
    package var sign: Sign

    package enum Sign: String, Hashable, Sendable {
      case begins = "┌"
      case passes = "│"
      case acts = "●"
      case ends = "└"
    }
  }

  /// The maximum number of lanes. Further effects in flight at the same time have none.
  package static let laneLimit = 12

  /// The text of a timeline without rows.
  package static let nothingHappened = "The test used no store, clock, or stub of this package."

  package var firstFailure: Int? { lines.firstIndex { $0.row.kind == .failure } }

  /// The number of lanes side by side.
  package var laneCount: Int { lines.map(\.lanes.count).max() ?? 0 }
}

extension Timeline {
  /// Creates the timeline of a run's rows.
  package init(_ rows: [TimelineRow]) {
    var open: [Int?] = []
    lines = []
    for row in rows {
      // The package and the test framework report the same failure.
      if let last = lines.last?.row, last.isSameIssue(as: row) { continue }
      let effect = row.effect?.id
      if row.kind == .start, let effect {
        let lane = open.firstIndex(of: nil) ?? open.count
        if lane == open.count, lane < Self.laneLimit { open.append(effect) }
        if lane < open.count { open[lane] = effect }
      }
      let lanes = open.map { other in
        other.map { Lane(effect: $0, sign: $0 == effect ? row.sign : .passes) }
      }
      lines.append(Line(row: row, lanes: lanes))
      if row.endsEffect, let lane = open.firstIndex(of: effect) { open[lane] = nil }
      while open.last == .some(nil) { open.removeLast() }
    }
    nameOtherFiles()
  }

  /// Adds the file's name to each row from another file than most rows, which is the test's file.
  private mutating func nameOtherFiles() {
    let files = lines.filter { $0.row.kind != .store }.compactMap(\.row.location?.fileName)
    let counts = Dictionary(grouping: files) { $0 }.mapValues(\.count)
    guard let most = counts.values.max(), let file = files.first(where: { counts[$0] == most })
    else { return }
    for index in lines.indices where !lines[index].row.isIssue {
      if let location = lines[index].row.location, location.fileName != file {
        lines[index].row.notes.append(location.brief)
      }
    }
  }
}

extension Timeline.Line {
  /// The lanes below the row's first line.
  package var lanesBelow: [Timeline.Lane?] {
    lanes.map { lane in
      guard let lane, !(row.endsEffect && lane.effect == row.effect?.id) else { return nil }
      return .init(effect: lane.effect, sign: .passes)
    }
  }
}

extension TimelineRow {
  fileprivate var sign: Timeline.Lane.Sign {
    switch (kind == .start, endsEffect) {
    case (true, false): .begins
    case (false, true): .ends
    default: .acts
    }
  }

  /// Whether two rows show the same failure.
  fileprivate func isSameIssue(as other: Self) -> Bool {
    isIssue && kind == other.kind && location?.line == other.location?.line
      && (other.text.hasSuffix(text) || text.hasSuffix(other.text))
  }

  /// The name of the effect that acts, for the beginning of a line.
  package var subject: String? {
    effect?.name
  }

  /// The parts of a row that are equal in other orders. They include no values.
  package var form: String {
    let words = kind == .clock || kind == .wait ? "" : text.prefix { $0 != "(" }
    return "\(kind) \(location?.line ?? 0) \(words)"
  }
}
