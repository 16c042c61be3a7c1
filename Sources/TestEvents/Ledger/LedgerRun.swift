import Foundation

/// A test run: all processes that one `swift test` started.
///
/// A run writes to a subdirectory of the ledger. Its name is the run's number and ID.
package struct LedgerRun: Hashable, Sendable {
  /// Letters and digits that distinguish the run from others. Empty for lines that name no run.
  package let id: String

  /// One more than the highest number in the directory when the run started, so that no clock decides which run is
  /// the newest. Runs of several machines can have the same number. 0 for lines that name no run.
  package var number: Int

  /// The time at which the run began to write, for reports: `2026-11-22T16:50:33Z`.
  package var start: String

  /// - Parameter id: `nil` for lines that name no run.
  package init(id: String?, number: Int = 0, start: String = "") {
    self.id = id ?? ""
    self.number = id == nil ? 0 : max(1, number)
    self.start = start
  }

  /// Creates a run for a process that begins to write to a directory.
  ///
  /// All processes of the run use the number that the first one chose.
  package init(id: String, beginningIn directory: String, at time: Date = Date()) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    let runs = names.compactMap(Self.init(nameOfDirectory:))
    let number = runs.first { $0.id == id }?.number ?? (runs.map(\.number).max() ?? 0) + 1
    self.init(id: id, number: number, start: time.formatted(.iso8601))
  }

  /// Creates the run of a subdirectory, or returns `nil` if the subdirectory has another kind of name.
  package init?(nameOfDirectory name: String) {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), number > 0,
      LedgerFormat.isRun(String(parts[1]))
    else { return nil }
    self.init(id: String(parts[1]), number: number)
  }

  /// The name of the run's subdirectory.
  package var nameOfDirectory: String { "\(number)-\(id)" }

  /// Merges the header of another file of the run.
  mutating func formUnion(_ other: LedgerRun) {
    number = max(number, other.number)
    start = start.isEmpty ? other.start : other.start.isEmpty ? start : min(start, other.start)
  }
}

/// The format of a ledger on disk. The article FileFormats describes it.
package enum LedgerFormat {
  /// The version of the format that this package writes and reads.
  package static let version = 1

  /// The extension of a ledger's files, without a dot.
  package static let fileExtension = "jsonl"

  /// The first line of each file of a run, line feed included.
  package static func header(of run: LedgerRun) -> String {
    JSONLines.line(of: LedgerLine.header(version: version, run: run))
  }

  /// The name of a process's file.
  ///
  /// - Parameter distinction: A number that distinguishes the process from others with the same ID. An ID can be
  ///   reused, and another machine can use the same one.
  package static func fileName(run: String, process: Int32, distinction: String) -> String {
    "ledger-\(run)-\(process)-\(distinction).\(fileExtension)"
  }

  /// The run in the name of a file. `nil` if the name has another format.
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

  /// Whether a text can be the ID of a run, which is part of file names and headers.
  static func isRun(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 32
      && text.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
  }
}
