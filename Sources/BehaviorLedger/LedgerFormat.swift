/// What a ledger is on disk.
///
/// A ledger is a directory. Each process that runs tests writes a file of its own there, named
/// `ledger-<run>-<process id>-<something>.jsonl`, so processes never share one. Every `*.jsonl` file of
/// the directory belongs to the ledger, whatever comes before its extension: files of several machines
/// merge by copying them together, or by naming several directories.
///
/// A file is UTF-8 text, one JSON object a line. The first line is the header, and names the version of
/// the format, the run that the process belongs to, when that began to write, and the runs that had
/// written to the directory by then:
///
///     {"ledger":1,"run":"0k3f9zq81m","start":"2026-11-22T16:50:33Z","after":["1xw07r2c4a"]}
///
/// So the newest run is the one that no other has in its `after`, whatever the clocks say. Where several
/// are, they are of several directories. All files without a run are one, which is older than each other.
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

  /// The first line of a file that says nothing of its run, line feed included.
  package static var header: String { "{\"ledger\":\(version)}\n" }

  /// The first line of each file of a run, line feed included.
  package static func header(of run: LedgerRun) -> String {
    let after = run.predecessors.sorted().map { "\"\($0)\"" }.joined(separator: ",")
    return """
      {"ledger":\(version),"run":"\(run.id)","start":"\(run.start)","after":[\(after)]}

      """
  }

  /// The name of a process's file.
  ///
  /// - Parameter distinction: Anything that a machine's other processes do not have, because process ids
  ///   come back and are the same on several machines: a time, a random number.
  package static func fileName(run: String, process: Int32, distinction: String) -> String {
    "ledger-\(run)-\(process)-\(distinction).\(fileExtension)"
  }

  /// The run that a file's name tells; `nil` if it is no name of this format.
  package static func run(ofFile path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "ledger", Int32(parts[2]) != nil,
      isRun(String(parts[1]))
    else { return nil }
    return String(parts[1])
  }

  /// Whether a text can be the id of a run, and so a part of a file's name and of a header.
  static func isRun(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 32
      && text.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
  }
}
