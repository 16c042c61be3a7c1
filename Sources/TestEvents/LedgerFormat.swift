/// The files of a ledger, as the article FileFormats describes them.
package enum LedgerFormat {
  /// The version of the format that this package writes and reads.
  package static let version = 1

  /// The extension of a ledger's files, without a dot.
  package static let fileExtension = "jsonl"

  /// The first line of each file of a run, line feed included.
  package static func header(of run: LedgerRun) -> String {
    """
    {"ledger":\(version),"run":"\(run.id)","number":\(run.number),"start":"\(run.start)"}

    """
  }

  /// The name of a process's file.
  ///
  /// - Parameter distinction: Anything that a machine's other processes do not have, because process ids
  ///   come back and are the same on several machines: a time, a random number.
  package static func fileName(run: String, process: Int32, distinction: String) -> String {
    "ledger-\(run)-\(process)-\(distinction).\(fileExtension)"
  }

  /// The run that a file's path names; `nil` for a name in another format.
  package static func run(ofFile path: String) -> LedgerRun? {
    let components = path.split(separator: "/")
    let name = components.last ?? ""
    if let directory = components.dropLast().last,
      let run = LedgerRun(nameOfDirectory: String(directory))
    {
      return run
    }
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "ledger", Int32(parts[2]) != nil,
      isRun(String(parts[1]))
    else { return nil }
    return LedgerRun(id: String(parts[1]))
  }

  /// Whether a text can be the id of a run, and so a part of a file's name and of a header.
  static func isRun(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 32
      && text.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
  }
}
