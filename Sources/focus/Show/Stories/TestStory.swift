import TestEvents

/// The timeline of one run of a test: its rows, one per event, and its effects.
///
/// The timeline is independent of output formats. ``StoryText`` and ``StoryPage`` render it.
package struct TestStory: Hashable, Sendable {
  /// The names of the stores' features, with a number if several stores have one: `Search`, `Search 2`.
  package var stores: [String] = []
  package var effects: [Effect] = []
  package var rows: [Row] = []

  package struct Effect: Hashable, Sendable {
    /// The effect's name in the feature, or its line.
    package var name: String
    /// Distinguishes the effect from others in flight with the same name.
    package var number = 1
    package var place: LedgerLocation
    /// The row of the step that returned it.
    package var cause: Int?
    /// The row in which the effect starts, and the row in which it ends.
    package var start: Int
    package var end: Int?
    /// The rows in which the effect was parked, and the events that it waited for.
    package var waits: [Wait] = []
    /// The column that shows the effect. Effects that ended earlier may have used it.
    package var column = 0

    /// The effect's name, with its number if it isn't the first in flight.
    package var title: String { number == 1 ? name : "\(name) #\(number)" }

    package struct Wait: Hashable, Sendable {
      package var start: Int
      package var end: Int?
      package var text: String
    }

    /// The source location, unless the name shows it.
    package var origin: String? { name.hasSuffix(place.brief) ? nil : place.brief }

    /// The event that the effect waits for in a row; `nil` if the effect isn't parked.
    package func wait(in row: Int) -> String? {
      waits.last { $0.start <= row && $0.end.map { row < $0 } ?? true }?.text
    }
  }

  /// The test, a store, or an effect that acts.
  package enum Actor: Hashable, Sendable {
    case test
    case store(Int)
    case effect(Int)
    /// The source of an event that belongs to no store of the test.
    case outside
  }

  package struct Row: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
      case store, call, send, action, start, wait, stubCall, answer, clock, end, cancel, dismissal
      /// The effect was still in flight when the test ended.
      case inFlight
      case failure, known, note
      /// The row summarizes other rows, which are not shown.
      case repeated, leftOut
    }

    package var kind: Kind
    package var actor: Actor
    /// The actor that the event concerns.
    package var target: Actor?
    /// The line of the test's call.
    package var place: LedgerLocation?
    package var text: String
    /// Further text about the event.
    package var notes: [String] = []
    package var changes: [TracedChange.Shown] = []
    /// The indentation: the number of causes before the event.
    package var depth = 0
    /// The parts of the row that are equal in repetitions. They include no values.
    package var key: String
    package var isAsserted = false

    /// Whether the row reduces an action.
    package var isStep: Bool { kind == .send || kind == .action }

    /// Whether the row is an issue, whose notes are lines of text.
    package var isLetter: Bool { kind == .failure || kind == .note || kind == .known }
  }

  /// The maximum number of changes that are shown per step. The others are counted.
  package static let changeLimit = 12

  package var firstFailure: Int? { rows.firstIndex { $0.kind == .failure } }

  /// The name of a step's store.
  package func name(of actor: Actor) -> String {
    if case .store(let number) = actor { stores[number] } else { "outside the store" }
  }

  /// The row's effect: the acting effect, or else the effect that the event concerns.
  package func effect(of row: Row) -> Int? {
    if case .effect(let number) = row.actor { return number }
    if case .effect(let number)? = row.target { return number }
    return nil
  }

  /// The name of the row's effect, for the beginning of a line.
  package func subject(of row: Row) -> String? {
    switch row.kind {
    case .failure, .known, .note, .leftOut, .answer, .repeated: nil
    default: effect(of: row).map { effects[$0].title }
    }
  }

  /// The text of a timeline without rows.
  package static let nothingHappened = "The test used no store, clock, or stub of this package."
}

extension LedgerLocation {
  package var fileName: Substring { file.split(separator: "/").last ?? file[...] }

  /// The file's name without the module, and the line: `ProfileTests.swift:12`.
  var brief: String { "\(fileName):\(line)" }
}
