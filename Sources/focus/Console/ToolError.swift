/// The reason why the tool cannot answer.
package enum ToolError: Error, Hashable, Sendable {
  /// The arguments are wrong. The help of the command, if one is known, shows the correct ones.
  case usage(String, command: String?)

  /// A file or a directory is missing or invalid.
  case input(String)

  /// No test of the suite passes.
  case noTestPasses(String)

  /// The tests don't build, don't run, or record nothing.
  case noResult(String)

  /// Ctrl-C or the end of a CI job stopped the command.
  case stopped

  /// The error as the terminal shows it.
  package var text: String {
    switch self {
    case .usage(let message, let command?):
      "focus \(command): \(message)\nSee `focus help \(command)`."
    case .usage(let message, nil): "focus: \(message)\nSee `focus --help`."
    case .input(let message), .noTestPasses(let message), .noResult(let message):
      "focus: \(message)"
    case .stopped: "focus: Stopped. Nothing was written."
    }
  }

  package var exitCode: ExitCode {
    switch self {
    case .usage, .input: .wrongUsage
    case .noTestPasses: .noTestPasses
    case .noResult: .noResult
    case .stopped: .interrupted
    }
  }
}
