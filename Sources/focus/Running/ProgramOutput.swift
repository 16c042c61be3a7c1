extension String {
  /// The last lines of what a program printed.
  func lastLines(_ count: Int) -> String {
    split(separator: "\n").suffix(count).map { "  " + $0 }.joined(separator: "\n")
  }

  /// The errors among what a compiler printed, each once, and no more than a few.
  func compilerErrors(_ count: Int) -> String {
    var seen: Set<Substring> = []
    let errors = split(separator: "\n").filter {
      $0.contains(": error: ") && seen.insert($0).inserted
    }
    return errors.isEmpty
      ? lastLines(count) : errors.prefix(count).map { "  " + $0 }.joined(separator: "\n")
  }

  /// What a test run says of failures.
  func failureLines(_ count: Int) -> String {
    let lines = split(separator: "\n").filter {
      $0.contains(": error: ") || $0.contains("recorded an issue") || $0.contains("Fatal error")
    }
    return lines.isEmpty
      ? lastLines(count) : lines.prefix(count).map { "  " + $0 }.joined(separator: "\n")
  }

  /// What a process has printed of the trap that ended it.
  package var fatalError: String? {
    split(separator: "\n").last { $0.contains(": Fatal error") }.map(String.init)
  }
}
