/// What a ledger is on disk.
///
/// A ledger is a directory. Each process that runs tests writes a file of its own there, named
/// `ledger-<process id>-<something>.jsonl`, so processes never share one. Every `*.jsonl` file of the
/// directory belongs to the ledger, whatever comes before its extension: files of several machines
/// merge by copying them together, or by naming several directories.
///
/// A file is UTF-8 text, one JSON object a line. The first line is the header, and names the version of
/// the format:
///
///     {"ledger":1}
///
/// Each other line is one fact, complete in itself, so a damaged line costs no other:
///
///     {"feature":"Profile","action":"saveTapped","outcome":"field","name":"isSaving",
///      "mark":"asserted","test":"AppTests.ProfileTests/saving()",
///      "file":"AppTests/ProfileTests.swift","line":12,"assertedAt":14}
///
/// (on one line). Its keys:
///
/// | key | |
/// |---|---|
/// | `feature`, `action` | strings, as in ``Behavior`` |
/// | `outcome` | `field`, `sends`, `starts`, `cancels`, `dismisses` or `nothing` |
/// | `name` | the field, action or effect; absent for `dismisses` and `nothing` |
/// | `mark` | `exercised`, `read` or `asserted` |
/// | `test` | the test's name |
/// | `file`, `line` | where the test stands |
/// | `assertedAt` | optional: the line of the call that asserted it |
/// | `assertedIn` | that line's file, where it is not `file` |
///
/// Readers ignore keys that they do not know, so keys can be added within a version. They skip and
/// count lines that are not facts: a line that a crash cut off, text of another program. The same fact
/// any number of times is one fact. A header may stand anywhere, and holds until the next one, so
/// concatenated files are a file; what stands under the header of another version is skipped.
package enum LedgerFormat {
  /// The version of the format that this package writes and reads.
  package static let version = 1

  /// The extension of a ledger's files, without a dot.
  package static let fileExtension = "jsonl"

  /// The first line of each file, line feed included.
  package static var header: String { "{\"ledger\":\(version)}\n" }

  /// The name of a process's file.
  ///
  /// - Parameter distinction: Anything that a machine's other processes do not have, because process ids
  ///   come back and are the same on several machines: a time, a random number.
  package static func fileName(process: Int32, distinction: String) -> String {
    "ledger-\(process)-\(distinction).\(fileExtension)"
  }
}
