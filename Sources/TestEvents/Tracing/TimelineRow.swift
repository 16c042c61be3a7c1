/// A row of a test's timeline: an event, as a traced test process writes it and `focus show` prints it.
package struct TimelineRow: Hashable, Sendable, Codable {
  package enum Kind: String, Hashable, Sendable, Codable {
    case store, call, send, action, start, wait, clock, end, cancel, dismissal
    /// The effect was still in flight when the test ended.
    case inFlight
    case failure, known, note
    /// A run under a schedule begins. Without a role, later rows belong to no run.
    case run
  }

  package var kind: Kind
  package var text: String
  /// The effect that acts, or that the event concerns.
  package var effect: Effect?
  /// The call of the test, or the position of an issue.
  package var location: LedgerLocation?
  /// Further text about the event. For an issue, the lines after the first one.
  package var notes: [String]
  package var changes: [Change]
  /// Whether the effect ends with this event.
  package var endsEffect = false
  package var role: Role?

  package init(
    _ kind: Kind, _ text: String, effect: Effect? = nil, at location: LedgerLocation? = nil,
    notes: [String] = [], changes: [Change] = [], endsEffect: Bool = false, role: Role? = nil
  ) {
    self.kind = kind
    self.text = text
    self.effect = effect
    self.location = location
    self.notes = notes
    self.changes = changes
    self.endsEffect = endsEffect
    self.role = role
  }

  package init(_ issue: TracedIssue) {
    let lines = issue.message.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    // XCTest appends this to the text of an issue without a message.
    let first = lines[0].hasSuffix(" - ") ? String(lines[0].dropLast(3)) : lines[0]
    let location = issue.file.flatMap { file in
      issue.line.map { LedgerLocation(file: file, line: $0) }
    }
    self.init(
      Kind(rawValue: issue.kind.rawValue) ?? .note, first, at: location,
      notes: Array(lines.dropFirst()))
  }

  package struct Effect: Hashable, Sendable, Codable {
    /// The number of the effect in its process.
    package var id: Int
    /// The effect's name in the feature, or its line.
    package var name: String

    package init(id: Int, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// A changed field, and its values before and after as texts.
  package struct Change: Hashable, Sendable, Codable {
    package var field: String
    package var old: String
    package var new: String
    /// The differences between the two values, one per line, if the values are long.
    package var lines: [String]?

    package init(field: String, old: String, new: String, lines: [String]? = nil) {
      self.field = field
      self.old = old
      self.new = new
      self.lines = lines
    }
  }

  /// The purpose of a run under a schedule.
  package enum Role: String, Hashable, Sendable, Codable {
    /// The run has the same order as a test without schedules.
    case usual
    /// The run is one of those that the search tries.
    case tried
    /// The run is reported as failing, or as passing with the smallest difference.
    case failing, passing
    /// The run follows a replay string.
    case replayed
    /// The run takes the steps of the action sequence that an exploration reports.
    case script
  }

  /// Whether the row is an issue, whose notes are lines of text.
  package var isIssue: Bool { [.failure, .known, .note].contains(kind) }
}

/// An issue or a note that a test reported.
package struct TracedIssue: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable { case failure, known, note }

  package var kind: Kind
  package var message: String
  package var file: String?
  package var line: Int?

  package init(kind: Kind, message: String, file: String?, line: Int?) {
    self.kind = kind
    self.message = message
    self.file = file
    self.line = line
  }
}

extension LedgerLocation {
  package var fileName: Substring { file.split(separator: "/").last ?? file[...] }

  /// The file's name without the module, and the line: `ProfileTests.swift:12`.
  package var brief: String { "\(fileName):\(line)" }
}
