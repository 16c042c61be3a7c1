import Foundation

/// The facts that test runs recorded, merged from any number of files and directories.
///
/// Only the newest run of each directory counts, unless all runs are requested, because the assertions of a
/// deleted test protect no behavior.
///
/// Reading skips and counts lines that are damaged or don't belong to a ledger. It skips files of another version and
/// names them. It throws an error for a file that can't be read at all, because a report without the file's facts
/// would be silently wrong.
package struct Ledger: Hashable, Sendable {
  /// The directories, in the order in which they were read.
  package private(set) var directories: [LedgerDirectory] = []

  /// The number of files that were read.
  package private(set) var fileCount = 0

  /// The files with lines that were skipped, in the order read.
  package private(set) var damage: [Damage] = []

  /// The files with parts in another version of the format, in the order read.
  package private(set) var otherVersions: [OtherVersion] = []

  package init() {}

  /// The number of lines of a file that are damaged or don't belong to a ledger.
  package struct Damage: Hashable, Sendable {
    package var file: String
    package var lineCount: Int
  }

  /// A file with lines of a version that this package does not read.
  package struct OtherVersion: Hashable, Sendable {
    package var file: String
    package var version: Int
    package var lineCount: Int
  }
}

// MARK: - Reading

extension Ledger {
  /// The facts of the newest run of each directory.
  package var facts: Set<LedgerFact> { facts(ofAllRuns: false) }

  /// - Parameter takesAll: Whether to include older runs.
  package func facts(ofAllRuns takesAll: Bool) -> Set<LedgerFact> {
    let facts = directories.reduce(into: Set<LedgerFact>()) {
      $0.formUnion($1.facts(ofAllRuns: takesAll))
    }
    let ambiguous = AmbiguousFeatures(facts.lazy.map(\.behavior))
    return Set(
      facts.map { fact in
        var fact = fact
        fact.behavior = ambiguous.naming(fact.behavior)
        return fact
      })
  }

  /// The assertions that assert nothing.
  package func vacuous(ofAllRuns takesAll: Bool = false) -> Set<VacuousAssertion> {
    directories.reduce(into: []) { $0.formUnion($1.vacuous(ofAllRuns: takesAll)) }
  }

  /// Reads every `*.jsonl` file in some directories and in the subdirectories of their runs, in the order of their names.
  ///
  /// - Parameter progress: A closure that runs before each file and after each thousand of its lines. It receives the
  ///   number of read files and the number of all files.
  /// - Throws: An error for a directory that is missing, has no such file, or cannot be read.
  package init(
    directories: [String], progress: (_ read: Int, _ of: Int) -> Void = { _, _ in }
  ) throws(LedgerReadingError) {
    self.init()
    var paths: [(file: String, directory: String)] = []
    for directory in directories {
      paths += try Self.files(in: directory).map { ($0, directory) }
    }
    // Reads a directory only once, even if it is named twice or through a link.
    var seen: Set<String> = []
    paths = paths.filter { path in
      seen.insert(URL(fileURLWithPath: path.file).resolvingSymlinksInPath().path).inserted
    }
    for (index, path) in paths.enumerated() {
      progress(index, paths.count)
      guard let contents = FileManager.default.contents(atPath: path.file) else {
        throw .unreadableFile(path.file)
      }
      merge(contents, file: path.file, in: path.directory) { progress(index, paths.count) }
    }
  }

  /// Adds the facts of a file.
  ///
  /// - Parameter progress: Called after each thousand lines.
  package mutating func merge(
    _ contents: Data, file: String, in directory: String = "", progress: () -> Void = {}
  ) {
    if directories.last?.path != directory {
      directories.append(LedgerDirectory(path: directory))
    }
    let place = directories.count - 1
    // The run is also in the file's name, in case the first line is damaged.
    var run = LedgerFormat.run(ofFile: file) ?? LedgerRun(id: nil)
    var version = LedgerFormat.version
    var damagedCount = 0
    for (index, line) in contents.lines.enumerated() {
      if index > 0, index.isMultiple(of: 1000) { progress() }
      switch LedgerLine(line) {
      case .header(let newVersion, let newRun):
        version = newVersion
        if version != LedgerFormat.version {
          otherVersions.append(OtherVersion(file: file, version: version, lineCount: 0))
        } else {
          run = newRun
          directories[place].begin(run)
        }
      case _ where version != LedgerFormat.version:
        otherVersions[otherVersions.count - 1].lineCount += 1
      case .fact(let fact):
        directories[place].insert(fact, of: run)
      case .vacuous(let assertion):
        directories[place].insert(assertion, of: run)
      case nil:
        damagedCount += 1
      }
    }
    fileCount += 1
    if damagedCount > 0 { damage.append(Damage(file: file, lineCount: damagedCount)) }
  }

  private static func files(in path: String) throws(LedgerReadingError) -> [String] {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw .missingDirectory(path)
    }
    guard isDirectory.boolValue else { throw .notADirectory(path) }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw .unreadableDirectory(path)
    }
    let directory = path.hasSuffix("/") ? path : path + "/"
    var files: [String] = []
    for name in names.sorted() {
      if name.hasSuffix("." + LedgerFormat.fileExtension) {
        files.append(directory + name)
      } else if LedgerRun(nameOfDirectory: name) != nil {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory + name)) ?? []
        files += names.sorted().filter { $0.hasSuffix("." + LedgerFormat.fileExtension) }
          .map { "\(directory)\(name)/\($0)" }
      }
    }
    guard !files.isEmpty else { throw .emptyDirectory(path) }
    return files
  }
}

/// The reason why a ledger can't be read.
package enum LedgerReadingError: Error, Hashable, Sendable {
  case missingDirectory(String)
  case notADirectory(String)
  case unreadableDirectory(String)
  case emptyDirectory(String)
  case unreadableFile(String)
}
