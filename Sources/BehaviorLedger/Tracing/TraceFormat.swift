/// What a trace is on disk.
///
/// A trace says what one test did, call by call; `focus split` reads it beside the test's source. With
/// `FOCUSED_TRACE=FILE` in the environment, the stores, clocks and stubs of a process append to the file.
///
/// The file is UTF-8 text, one JSON object a line. The first line of each process is a header, and names
/// the version of the format:
///
///     {"trace":1}
///
/// Each other line is one event: an object with one key, the event's kind.
///
/// | key | event |
/// |---|---|
/// | `store` | a store was created: its number in the process (`store`), `file` and `line`, its types and that of its reducer |
/// | `call` | a call began: its `kind` (`send`, `receive`, `advance`, `answer` …), `file` and `line` |
/// | `answer` | a stub answered a call of an effect: the `step` that had started the effect |
/// | `step` | an action was reduced: the `store`, the number of the `step`, the `cause` if an effect sent it, `feature` and `action` as in ``Behavior``, `sent` (the behavior of its cause that it is), `changes` (a behavior, the `path` to the field, an `assignment` and, where a case is on the way, the one to what it holds, `inCase`, each), and `before`, the state before a sent action as arguments of its initializer |
/// | `outcome` | an effect started or was cancelled, or the feature dismissed itself: the `step` and the `behavior` |
/// | `assertion` | an assertion passed: the `step` that it is about, `file` and `line` of the call, the `behaviors` that it asserts, and whether the whole state was compared (`isInFull`) |
///
/// Events stand in the order in which they happened, so what stands between two calls happened during
/// the first one. A behavior has the keys `feature`, `action`, `outcome` and `name` of a ledger's line.
///
/// Readers ignore keys and events that they do not know, and skip and count lines that are damaged.
package enum TraceFormat {
  /// The version of the format that this package writes and reads.
  package static let version = 1

  /// The first line of each process, line feed included.
  package static var header: String { "{\"trace\":\(version)}\n" }
}
