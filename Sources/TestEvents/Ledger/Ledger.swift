import Foundation

/// The facts that test processes recorded, merged from any number of files and directories.
///
/// Reading skips and counts lines that are damaged or don't belong to a ledger. It skips files of another version and
/// names them. It throws an error for a file that can't be read at all, because a report without the file's facts
/// would be silently wrong.
package struct Ledger: Hashable, Sendable {
  private var recorded: Set<LedgerFact> = []

  /// The statements of assert closures that assert nothing.
  package private(set) var vacuous: Set<VacuousAssertion> = []

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

  /// The coverage of each behavior by each test.
  package var facts: Set<LedgerFact> {
    let ambiguous = AmbiguousFeatures(recorded.lazy.map(\.behavior))
    return Set(
      recorded.map { fact in
        var fact = fact
        fact.behavior = ambiguous.naming(fact.behavior)
        return fact
      })
  }
}

// MARK: - Reading

extension Ledger {
  /// Reads all `*.jsonl` files of directories.
  ///
  /// - Throws: An error if a directory or a file cannot be read, or a directory has no such file.
  package init(directories: [String]) throws(LedgerReadingError) {
    self.init()
    var paths: [String] = []
    for directory in directories { paths += try Self.files(in: directory) }
    for path in paths {
      guard let contents = FileManager.default.contents(atPath: path) else {
        throw LedgerReadingError(path: path)
      }
      merge(contents, file: path)
    }
  }

  /// Adds the facts of a file.
  package mutating func merge(_ contents: Data, file: String) {
    var version = LedgerFormat.version
    var damagedCount = 0
    for line in contents.lines {
      switch LedgerLine(line) {
      case .header(let newVersion):
        version = newVersion
        if version != LedgerFormat.version {
          otherVersions.append(OtherVersion(file: file, version: version, lineCount: 0))
        }
      case _ where version != LedgerFormat.version:
        otherVersions[otherVersions.count - 1].lineCount += 1
      case .fact(let fact):
        recorded.insert(fact)
      case .vacuous(let assertion):
        vacuous.insert(assertion)
      case nil:
        damagedCount += 1
      }
    }
    if damagedCount > 0 { damage.append(Damage(file: file, lineCount: damagedCount)) }
  }

  private static func files(in path: String) throws(LedgerReadingError) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw LedgerReadingError(path: path)
    }
    let directory = path.hasSuffix("/") ? path : path + "/"
    let files = names.sorted().filter { $0.hasSuffix("." + LedgerFormat.fileExtension) }
    guard !files.isEmpty else { throw LedgerReadingError(path: path) }
    return files.map { directory + $0 }
  }
}

/// A file or a directory of a ledger can't be read.
package struct LedgerReadingError: Error, Hashable, Sendable {
  package let path: String

  package init(path: String) { self.path = path }
}
