/// The reason why the tool cannot answer.
package enum ToolError: Error, Hashable, Sendable {
  /// The arguments are wrong. The help of the command, if one is known, shows the correct ones.
  case usage(String, command: String?)

  /// A file or a directory is missing or invalid.
  case input(String)

  /// The error as the terminal shows it.
  package var text: String {
    switch self {
    case .usage(let message, let command?):
      "focus \(command): \(message)\nSee `focus help \(command)`."
    case .usage(let message, nil): "focus: \(message)\nSee `focus --help`."
    case .input(let message): "focus: \(message)"
    }
  }
}
