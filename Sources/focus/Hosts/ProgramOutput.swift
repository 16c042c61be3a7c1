extension String {
  /// The last lines of what a program printed.
  func lastLines(_ count: Int) -> String { lines.suffix(count).indented }

  /// The errors among what a compiler printed, each once, or else the last lines.
  var compilerErrors: String {
    var seen: Set<Substring> = []
    return excerpt { $0.contains(": error: ") && seen.insert($0).inserted }
  }

  /// What a test run says of failures, or else the last lines.
  var failureLines: String {
    excerpt {
      $0.contains(": error: ") || $0.contains("recorded an issue") || $0.contains("Fatal error")
    }
  }

  /// What a process has printed of the trap that ended it.
  package var fatalError: String? {
    lines.last { $0.contains(": Fatal error") }.map(String.init)
  }

  private var lines: [Substring] { split(separator: "\n") }

  private func excerpt(_ isMeant: (Substring) -> Bool) -> String {
    let meant = lines.filter(isMeant)
    return meant.isEmpty ? lastLines(8) : meant.prefix(8).indented
  }
}

extension ArraySlice<Substring> {
  fileprivate var indented: String { map { "  " + $0 }.joined(separator: "\n") }
}
