import FocusedTestStore

/// A clock or a stub of a test that is explored: what it could do is a choice, too.
protocol ExploredDouble: AnyObject, Sendable {
  /// The name of a stub.
  var stubName: String? { get }
  /// What could happen here now, in a fixed order.
  func happenings() -> [Happening]
  /// Adds what is waited for to what tells a state from others.
  func combinePending(into fingerprint: inout StateFingerprint)
}

extension ExploredDouble {
  var stubName: String? { nil }
}

/// Something that could happen in a test apart from what its effects do.
struct Happening {
  /// A hash of what it is.
  let label: () -> UInt64
  /// What it is called in a note.
  let name: () -> String
  /// The statement that makes it happen.
  let code: (inout ScriptCode) -> Void
  /// Makes it happen. What follows runs later.
  let begin: () -> Void
  /// Whether there is more of it when what followed has come to rest.
  var goesOn: () -> Bool = { false }
}
