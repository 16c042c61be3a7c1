import TestEvents

/// The timeline of one run of a test: one row per event, and the effects.
///
/// A value without files and formats. Text and page are renderings of it.
package struct TestStory: Hashable, Sendable {
  package var stores: [Store] = []
  package var effects: [Effect] = []
  package var rows: [Row] = []

  package struct Store: Hashable, Sendable {
    /// The feature as its state names it: `Search`.
    package var type: String
    /// The same, with a number if there are others of it.
    package var name: String
    package var place: LedgerLocation
    package var test: String?
  }

  package struct Effect: Hashable, Sendable {
    /// Its name in the feature, or its line.
    package var name: String
    /// Tells it from others of its name that are in flight at the same time.
    package var number = 1
    package var place: LedgerLocation
    package var store: Int
    /// The row of the step that returned it.
    package var cause: Int?
    /// The row in which it starts, and the one in which it is over.
    package var start: Int
    package var end: Int?
    /// The rows in which the effect was parked, and the events that it waited for.
    package var waits: [Wait] = []
    /// The column that it is drawn in, which others have had before.
    package var column = 0

    /// Its name among the effects in flight.
    package var title: String { number == 1 ? name : "\(name) #\(number)" }

    package struct Wait: Hashable, Sendable {
      package var start: Int
      package var end: Int?
      package var text: String
    }

    /// Its source location, unless its name shows it.
    package var origin: String? { name.hasSuffix(place.brief) ? nil : place.brief }

    /// The event that it waits for in a row; `nil` if it isn't parked.
    package func wait(in row: Int) -> String? {
      waits.last { $0.start <= row && $0.end.map { row < $0 } ?? true }?.text
    }
  }

  /// The test, a store or an effect that does something.
  package enum Actor: Hashable, Sendable {
    case test
    case store(Int)
    case effect(Int)
    /// Events of no store of the test.
    case outside
  }

  package struct Row: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
      case store, call, send, action, start, wait, stubCall, answer, clock, end, cancel, dismissal
      /// Still in flight when the test was over.
      case inFlight
      case failure, known, note
      /// Stands for others, which are left out.
      case repeated, leftOut
    }

    package var kind: Kind
    package var actor: Actor
    /// Whom it concerns.
    package var target: Actor?
    /// The line of the test's call.
    package var place: LedgerLocation?
    package var text: String
    /// Further text about the event.
    package var notes: [String] = []
    package var changes: [TracedChange.Shown] = []
    /// How far it is indented: the causes before it.
    package var depth = 0
    /// The parts that it shares with others of its kind, without values.
    package var key: String
    package var isAsserted = false

    /// Whether an action is reduced in it.
    package var isStep: Bool { kind == .send || kind == .action }

    /// Whether it is an issue, with lines of text for notes.
    package var isLetter: Bool { kind == .failure || kind == .note || kind == .known }
  }

  /// The maximum number of changes that are shown per step. The others are counted.
  package static let changeLimit = 12

  package var firstFailure: Int? { rows.firstIndex { $0.kind == .failure } }

  /// The name of an actor, if there are several of its kind.
  package func name(of actor: Actor) -> String {
    switch actor {
    case .test: "the test"
    case .store(let number): stores.indices.contains(number) ? stores[number].name : "the store"
    case .effect(let number): effects[number].title
    case .outside: "outside of the store"
    }
  }

  /// The effects of a row: the one that acts, or else the one that is concerned.
  package func effect(of row: Row) -> Int? {
    if case .effect(let number) = row.actor { return number }
    if case .effect(let number)? = row.target { return number }
    return nil
  }

  /// The effect that a row is about, as a word before it.
  package func subject(of row: Row) -> String? {
    switch row.kind {
    case .failure, .known, .note, .leftOut, .answer, .repeated: nil
    default: effect(of: row).map { effects[$0].title }
    }
  }

  /// The text of a timeline without rows.
  package static let nothingHappened = "No store, clock or stub of this package was used."
}

extension LedgerLocation {
  package var fileName: Substring { file.split(separator: "/").last ?? file[...] }

  /// The line, and the name of its file without the module: `ProfileTests.swift:12`.
  var brief: String { "\(fileName):\(line)" }
}
