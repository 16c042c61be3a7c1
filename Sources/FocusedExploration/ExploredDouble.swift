import FocusedTestStore

/// A clock or a stub of an explored test. Its possible events are choices, too.
protocol ExploredDouble: AnyObject, Sendable {
  /// The name of a stub.
  var stubName: String? { get }
  /// The events that could happen here now, in a fixed order.
  func possibleEvents() -> [PossibleEvent]
  /// Adds the pending calls or sleepers to the hash of a state.
  func addPending(to parts: inout StateParts)
}

extension ExploredDouble {
  var stubName: String? { nil }
}

/// An event in a test that none of its effects causes: an action of the user, an answer, the passing of time.
struct PossibleEvent {
  /// A hash that identifies the event.
  let label: () -> UInt64
  /// The name of the event in a note.
  let name: () -> String
  /// The statement that makes it happen.
  let code: (inout ScriptCode) -> Void
  /// Makes it happen. The effects that follow run later.
  let begin: () -> Void
  /// Whether there is more of it when effects are idle again.
  var goesOn: () -> Bool = { false }
}
