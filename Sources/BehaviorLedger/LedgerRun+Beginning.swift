import Foundation

extension LedgerRun {
  /// A run as one of its processes begins to write to a directory.
  ///
  /// All processes of the run use what the first one found there. So a run that began in the meantime is not an
  /// earlier one.
  package init(id: String, beginningIn directory: String, at time: Date = Date()) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    var own: [String] = []
    var others: Set<String> = []
    for name in names where name.hasSuffix("." + LedgerFormat.fileExtension) {
      let path = directory + "/" + name
      // A name is enough, unless the file was renamed.
      let run = LedgerFormat.run(ofFile: name) ?? Self.firstLine(of: path)?.id ?? ""
      if run == id {
        own.append(path)
      } else if !run.isEmpty {
        others.insert(run)
      }
    }
    let earlier = own.lazy.compactMap { Self.firstLine(of: $0) }.first { $0.id == id }
    self.init(
      id: id, start: time.formatted(.iso8601), predecessors: earlier?.predecessors ?? others)
  }

  /// The run that the first line of a file names.
  private static func firstLine(of path: String) -> LedgerRun? {
    guard let file = FileHandle(forReadingAtPath: path),
      let start = try? file.read(upToCount: 1 << 16),
      case .header(LedgerFormat.version, let run)? = LedgerLine(
        Data(start.prefix { $0 != UInt8(ascii: "\n") }))
    else { return nil }
    return run
  }
}
