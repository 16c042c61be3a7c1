import Foundation

/// What the tool prints to and knows of the terminal.
///
/// Results go to the standard output and all else to the standard error, so a pipe gets results only.
package struct Console: Sendable {
  package var printText: @Sendable (String) -> Void
  package var noteText: @Sendable (String) -> Void

  /// Whether the standard output takes colors.
  package var takesColor: Bool

  /// Whether the standard error is a terminal, whose lines can be written over.
  package var showsProgress: Bool

  /// The time since some fixed point.
  package var now: @Sendable () -> Duration

  package init(
    printText: @escaping @Sendable (String) -> Void,
    noteText: @escaping @Sendable (String) -> Void,
    takesColor: Bool = false, showsProgress: Bool = false,
    now: @escaping @Sendable () -> Duration = { .zero }
  ) {
    self.printText = printText
    self.noteText = noteText
    self.takesColor = takesColor
    self.showsProgress = showsProgress
    self.now = now
  }

  /// Prints a result, with a line feed.
  package func print(_ text: String) { printText(text + "\n") }

  /// Says something about the result, with a line feed.
  package func note(_ text: String) { noteText(text + "\n") }
}

extension Console {
  /// The console of this process.
  package static var process: Console {
    let start = ContinuousClock.now
    return Console(
      printText: { FileHandle.standardOutput.write(Data($0.utf8)) },
      noteText: { FileHandle.standardError.write(Data($0.utf8)) },
      takesColor: takesColor(
        isTerminal: isatty(STDOUT_FILENO) == 1, environment: ProcessInfo.processInfo.environment),
      showsProgress: isatty(STDERR_FILENO) == 1,
      now: { ContinuousClock.now - start })
  }

  /// Whether to print in color: on a terminal that can, unless `NO_COLOR` is set.
  package static func takesColor(isTerminal: Bool, environment: [String: String]) -> Bool {
    isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }
}
